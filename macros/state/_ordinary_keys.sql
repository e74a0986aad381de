{#-
    The keys with new events, in two groups. Ordinary keys, in `ordered_events`: the existing row and the
    new events are enough, because each event comes after the event or row before it. It is in the same
    epoch and topic partition, at a higher offset and higher coordinates, or both have neither these nor
    a time. All others, in `affected_keys`, need all their events again. A key with an event besides, as
    a tombstone, is one of them.
-#}
{%- macro _ordinary_keys(relation, columns, base, connector, load) -%}
    {%- set kept = ['_op', '_source_at'] + debezium._place_columns() | list -%}
    {%- set counts = ['_events', '_pending_events', '_duplicate_events', '_tied_events'] -%}
    {%- set stored_columns = dict(dict.fromkeys(counts, '0L'), _events='1L', _order_uncertain='false') -%}
    {%- set values_of_key = ['_row'] + (['_latest_values'] if load.leaves_values else [])
        + kept + ['_load'] + counts + ['_order_uncertain', '_is_existing', '_is_ordinary'] -%}
{{ debezium._compared_events(relation, columns, kept, stored_columns, load, debezium._existing_rows(columns, connector, load)) }},

ordered_events as (
    select
        _key,
        _row,
        {%- if load.leaves_values %}
        {{ debezium._last_known_values(columns, 'in_order', debezium._is_first_event('_event_before._op')) | indent(8) }} as _latest_values,
        {%- endif %}
        {{ debezium._select(kept) }},
        max(_load) over in_order as _load,
        {%- for name in counts %}
        sum({{ name }}) over in_order as {{ name }},
        {%- endfor %}
        bool_or(_order_uncertain) over in_order as _order_uncertain,
        bool_or(not _is_new) over in_order as _is_existing,
        bool_and({{ debezium._is_next(connector) | indent(8) }}) over in_order as _is_ordinary,
        lead(_key) over in_order is null as _is_last
    from compared_events
    window in_order as (partition by _key order by _is_new, _position, _partition, _topic_offset)
),

-- rand() lets Spark compute this step once, although several read it
last_events as (
    select
        _key,
        {{ debezium._select(values_of_key) }},
        rand() as _once
    from ordered_events
    where _is_last
),

{{ debezium._other_events(relation, base, load) }}
{%- endmacro %}

{#- The condition that a key of a step is ordinary, and no other run has built a later load meanwhile. -#}
{%- macro _is_ordinary_key(step, load) -%}
_is_ordinary
and not exists (
    select 1
    from other_events
    where other_events._key = {{ step }}._key
)
and {{ debezium._is_only_run(load) }}
{%- endmacro %}
