{#-
    The ordinary keys of a load of history, as `_ordinary_keys` has those of current: in `ordered_versions`
    the last version of each key, the event that came after it, if any, and the new events.
-#}
{%- macro _ordinary_versions(relation, columns, base, connector, load, update_lookup) -%}
    {%- set kept = ['_op', '_source_at', '_topic_timestamp', '_landing_id'] + debezium._place_columns() | list -%}
    {%- set version_flags = debezium._version_flags(update_lookup) -%}
    {%- set stored_columns = dict(dict.fromkeys(version_flags, 'false'), _versions_before='0L') -%}
{{ debezium._compared_events(relation, columns, kept, stored_columns, load, debezium._last_versions(columns, version_flags, load)) }},

-- rand() lets Spark compute this step once, although several read it
ordered_versions as (
    select
        _key,
        _row,
        _unavailable,
        _pending,
        _partition,
        {{ debezium._select(kept) }},
        max(_load) over of_key as _load,
        _versions_before,
        _is_new,
        _event_before._op as _op_before,
        {%- if update_lookup %}
        _update_lookup,
        {%- endif %}
        bool_or(_order_uncertain) over of_key as _order_uncertain,
        bool_or(not _is_new) over of_key as _is_existing,
        bool_and({{ debezium._is_next(connector, update_lookup) | indent(8) }}) over of_key
        -- the event after the last version may have changed a column that is not tracked
        and not (
            bool_or(not _is_new and _unavailable is not null) over of_key
            and bool_or(_is_new and _unavailable is not null) over of_key
        ) as _is_ordinary,
        lead(_key) over (partition by _key order by _is_new, _position, _partition, _topic_offset) is null as _is_last,
        rand() as _once
    from compared_events
    window of_key as (
        partition by _key
        order by _is_new, _position, _partition, _topic_offset
        rows between unbounded preceding and unbounded following
    )
),

last_events as (
    select
        _key,
        _is_existing,
        _is_ordinary
    from ordered_versions
    where _is_last
),

{{ debezium._other_events(relation, base, load) }}
{%- endmacro %}

{#- The events that decide, of all keys: those of ordinary keys begin at their last version. -#}
{%- macro _with_ordinary_versions(columns, connector, version_flags, load) -%}
    {%- set event = ['_key', '_landing_id', '_op', '_source_at', '_topic_timestamp'] + version_flags -%}
    {%- set pending_columns = ['_pending_place', '_last_image_place'] if connector.texts else [] -%}
with_ordinary_versions as (
    select
        {{ debezium._select(event + pending_columns) }},
        _latest_values,
        _place,
        _newest_load,
        0L as _versions_before
    from decisive_events

    union all

    select
        {{ debezium._select(event) }},
        {%- for name in pending_columns %}
        null as {{ name }},
        {%- endfor %}
        {{ debezium._last_known_values(columns, 'in_order', debezium._is_first_event('_op_before')) | indent(8) }} as _latest_values,
        {{ debezium._place() | indent(8) }} as _place,
        _load as _newest_load,
        _versions_before
    from ordered_versions
    where
        {{ debezium._is_ordinary_key('ordered_versions', load) | indent(8) }}
    window in_order as (
        partition by _key
        order by _position, _partition, _topic_offset, _landing_id
        rows between unbounded preceding and current row
    )
)
{%- endmacro %}

{#- The boolean columns of a version that its event does not have. -#}
{%- macro _version_flags(update_lookup) -%}
    {{ return((['_update_lookup'] if update_lookup else []) + ['_order_uncertain']) }}
{%- endmacro %}
