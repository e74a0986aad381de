{#-
    If existing rows can replace the events before them: {recomputed}, a short list of the other keys,
    whose events are all read again. Otherwise none. Row and new events are enough if the new events are
    all later than the row, by epoch and coordinates and in its topic partition, and need nothing that the
    row does not contain. For a small table, reading base costs less than this query; for more than a
    million new events, the list would not fit into the memory of the driver.
-#}
{%- macro _fast_path(relation, columns, base, connector, load, rows) -%}
    {%- set needed = columns | map(attribute='name') | list + ['_merge_state'] -%}
    {%- if load.after is none or load.events > 1000000 or not debezium._is_many(rows) or not debezium._has_columns(this, needed) -%}
        {{ return(none) }}
    {%- endif -%}
    {%- do debezium._cache_existing_rows(relation, columns, load) -%}
    {%- set found = run_query(debezium._keys_to_recompute(relation, columns, base, connector, load)).rows[0] -%}
    {%- set recomputed = fromjson(found.recomputed_keys) -%}
    {%- if found.truncates or recomputed | length > 200 -%}
        {{ return(none) }}
    {%- endif -%}
    {%- if found.keys_without_rows -%}
        {%- set keys_without_rows = run_query(debezium._keys_without_rows(relation, columns, base, load, found.keys_without_rows)).rows[0] -%}
        {%- do recomputed.extend(fromjson(keys_without_rows.recomputed_keys)) -%}
    {%- endif -%}
    {{ return(none if recomputed | length > 200 else {
        'recomputed': debezium._texts(recomputed) | replace("', '", "',\n            '"),
    }) }}
{%- endmacro %}

{#-
    The new events and, before them, their existing rows, each as one event without a position, which is
    known to come first.
-#}
{%- macro _continuing(relation, columns, connector, own, load, continued) -%}
{%- set names = debezium._quoted(columns | map(attribute='name')) -%}
{%- set existing_rows = dict(own,
    _landing_id="''",
    _event_id='0L',
    _row="struct(\n    " ~ names | join(',\n    ') ~ "\n)" if load.leaves_values else 'null',
    _unavailable='_merge_state._unavailable' if load.leaves_values else 'null',
    _pending='false'
) -%}
{%- for name in connector.texts or [] -%}
    {%- do existing_rows.update({name: 'cast(null as string)'}) -%}
{%- endfor -%}
new_events as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
        {%- if continued.recomputed %}
        and _key not in (
            {{ continued.recomputed }}
        )
        {%- endif %}
),

loaded as (
    {{ debezium._existing_rows(relation, columns, load) | indent }}
),

-- the existing row replaces the events before it
existing_rows as (
    select
        _key,
        null as _place,
        {{ debezium._select_pairs(existing_rows) }},
        struct(
            _events - 1 as events,
            _pending_events as waiting,
            _duplicate_events as repeats,
            _tied_events as tied,
            _order_uncertain as order_uncertain
        ) as _counted
    from loaded
    {%- if continued.recomputed %}
    where
        _key not in (
            {{ continued.recomputed }}
        )
    {%- endif %}
)
{%- endmacro %}
