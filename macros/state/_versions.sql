{#- The versions of a key, numbered: from a change of its content to the next, a delete being one. -#}
{%- macro _versions(marks) -%}
versions as (
    select
        _key,
        _op,
        _place,
        _known,
        _newest_load,
        {{ debezium._select(marks) }},
        _content,
        _at.changed_at as _valid_from,
        lead(_at.changed_at) over (partition by _key order by _version_place) as _valid_to,
        _at.is_uncertain
        or coalesce(lead(_at.is_uncertain) over (partition by _key order by _version_place), false) as _time_uncertain,
        lead(_version_place) over (partition by _key order by _version_place) is null as _is_current,
        count(_content) over (partition by _key order by _version_place) as _version
    from compared
    where not _content <=> _content_before
)
{%- endmacro %}
