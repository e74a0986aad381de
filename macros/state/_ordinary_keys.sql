{#-
    The keys with new events, in two groups. Ordinary keys, in `ordered_events`: the existing row and the
    new events are enough, because each event comes after the event or row before it. It is in the same
    epoch and topic partition, at a higher offset and higher coordinates. All others, in `affected_keys`,
    need all their events again. A key with an event besides, as a tombstone, is one of them.
-#}
{%- macro _ordinary_keys(relation, columns, base, connector, load) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set event = names + ['_op', '_source_at'] + debezium._place_columns() | list + ['_unavailable', '_pending', '_load'] -%}
    {%- set counts = ['_events', '_pending_events', '_duplicate_events', '_tied_events'] -%}
    {%- set new = dict(debezium._as_is(event), **dict.fromkeys(counts, '0L')) -%}
    {%- do new.update(_events='1L', _order_uncertain='false', _is_new='true') -%}
    {%- set existing = debezium._as_is(event + counts + ['_order_uncertain']) -%}
    {%- do existing.update(_is_new='false') -%}
    {%- set values = [] -%}
    {%- for column in columns if load.leaves_values -%}
        {%- do values.append(debezium._last_known_value(column.name, debezium._quote(column.name), 'in_order')) -%}
    {%- endfor -%}
    {%- set values_of_key = (['_row', '_latest_values'] if load.leaves_values else names)
        + ['_op', '_source_at'] + debezium._place_columns() | list + ['_load'] + counts
        + ['_order_uncertain', '_is_existing', '_is_ordinary'] -%}
new_events as (
    select
        _key,
        {{ debezium._select(event) }}
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

{{ debezium._existing_rows(names, load) }},

key_events as (
    {%- for source, written in {'new_events': new, 'existing_rows': existing}.items() %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        {{ debezium._select_pairs(written) }}
    from {{ source }}
    {%- endfor %}
),

compared_events as (
    select
        _key,
        {{ debezium._select(new) }},
        lag(struct(
            _op,
            _source_at,
            _position,
            {{ debezium._place_parts().topic_partition }} as _partition,
            _topic_offset,
            _server,
            _collection,
            _is_new
        )) over (partition by _key order by _is_new, _topic_offset) as _event_before
    from key_events
),

ordered_events as (
    select
        _key,
        {%- if load.leaves_values %}
        struct(
            {{ debezium._select(names, 12) }}
        ) as _row,
        struct(
            {{ debezium._select(values, 12) }}
        ) as _latest_values,
        {%- else %}
        {{ debezium._select(names) }},
        {%- endif %}
        _op,
        _source_at,
        {{ debezium._select(debezium._place_columns()) }},
        max(_load) over in_order as _load,
        {%- for name in counts %}
        sum({{ name }}) over in_order as {{ name }},
        {%- endfor %}
        bool_or(_order_uncertain) over in_order as _order_uncertain,
        bool_or(not _is_new) over in_order as _is_existing,
        bool_and({{ debezium._is_next(connector) | indent(8) }}) over in_order as _is_ordinary,
        lead(_key) over in_order is null as _is_last
    from compared_events
    window in_order as (partition by _key order by _is_new, _topic_offset)
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

{{ debezium._other_events(relation, base, load) }},

affected_keys as (
    select _key
    from last_events
    where not _is_ordinary

    union all

    select _key
    from other_events
)
{%- endmacro %}
