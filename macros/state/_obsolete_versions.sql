{#-
    The versions of the affected keys, and stored versions that the recomputed history no longer contains:
    these are emptied here and deleted after the merge.
-#}
{%- macro _obsolete_versions(written, load) -%}
    {%- set shown = written | reject('equalto', '_load') | list -%}
computed_and_stored as (
    select
        {{ debezium._select_pairs(written) }},
        _content is null as _is_delete
    from versions

    union all

    -- only ids and numbers are read, because the scan covers the complete table
    select
        loaded._version_id,
        loaded._key,
        loaded._version,
        {%- for name in shown[3:-1] %}
        {{ 'false' if name == '_is_current' else 'null' }} as {{ name }},
        {%- endfor %}
        true as _is_obsolete,
        null as _load,
        false as _is_delete
    from {{ this }} as loaded
    where
        {{ debezium._is_affected('loaded._key', load) | indent(8) }}
),

-- a late event may make two versions one: the table then has a spare version
with_last_version as (
    select
        {{ debezium._select(shown) }},
        max(_load) over of_key as _load,
        _is_delete,
        max(if(_is_obsolete, null, _version)) over of_key as _last_version
    from computed_and_stored
    window of_key as (partition by _key)
)

select
    {{ debezium._select(shown, 4) }},
    _load
from with_last_version
where
    (not _is_obsolete and not _is_delete)
    or (_is_obsolete and _version > _last_version)
{%- endmacro %}
