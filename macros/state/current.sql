{#-
    The current rows: one per key, deleted keys included. Reads change events (a staging model) and
    recomputes every key with new ones, so late and duplicate events give the same table.
-#}
{%- macro current(relation, columns=none, base=none, connector=none, deletes='soft') -%}
    {{ return(adapter.dispatch('current', 'debezium')(relation, columns, base, connector, deletes)) }}
{%- endmacro %}

{%- macro default__current(relation, columns=none, base=none, connector=none, deletes='soft') -%}
    {%- set example -%}
{% raw %}    {{ debezium.current(ref('stg_db2__customers'), base=ref('base_db2__customers')) }}{% endraw %}
    {%- endset -%}
    {%- do debezium._check_incremental('current', '_key') -%}
    {%- do debezium._check_no_view('current') -%}
    {%- set columns = debezium._columns('current', columns, example) -%}
    {%- set connector = debezium._of_documents('current', connector, example) -%}
    {%- if deletes not in ['soft', 'hard'] -%}
        {%- do debezium._error('current', "deletes must be soft or hard, got: " ~ deletes, example) -%}
    {%- endif -%}
    {%- do config(post_hook='{{ debezium._uncache_existing_rows() }}') -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set loaded = debezium._table_state() -%}
    {%- set after = loaded.newest if is_incremental() else none -%}
    {%- set load = debezium._load_plan('current', relation, columns, base, after) -%}
    {%- if load is none -%}
        {{ return(debezium._empty_select(this)) }}
    {%- endif -%}
{%- set continued = debezium._fast_path(relation, columns, base, connector, load, loaded.rows) -%}
{{ debezium._ordered_events(relation, columns, base, connector, load, continued=continued) }}

{{ debezium._rows_of_keys(columns, deletes, continued) }}
{%- if load.has_lone %}

union all

{{ debezium._single_event_rows(relation, names, load) }}
{%- endif %}
{%- endmacro %}

{#- The row of each key, from the events that decide. -#}
{%- macro _rows_of_keys(columns, deletes, continued=none) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
select
    _key,
    {%- for name in names %}
        {%- if deletes == 'hard' %}
    if(_op in ('d', 't'), null, _latest_values.{{ name }}.value) as {{ name }},
        {%- else %}
    if(
        _latest_values.{{ name }} is null and _op in ('d', 't'),
        _row.{{ name }},
        _latest_values.{{ name }}.value
    ) as {{ name }},
        {%- endif %}
    {%- endfor %}
    _op,
    _op in ('d', 't') as _is_deleted,
    if(_op in ('d', 't'), _source_at, null) as _deleted_at,
    _source_at,
    {{ debezium._select_pairs(debezium._place_columns(), 4) }},
    array_compact(array(
        {%- for name in names %}
        if(
            _latest_values.{{ name }} is null and _op not in ('d', 't'),
            {{ debezium._string_literal(columns[loop.index0].name) }},
            null
        ){{ ',' if not loop.last }}
        {%- endfor %}
    )) as _unavailable,
    coalesce(
        _pending_place > if(_op in ('d', 't'), _place, _last_image_place),
        false
    ) as _pending,
    {%- if continued %}
    _order_uncertain or coalesce(_counted.order_uncertain, false) as _order_uncertain,
    _events + coalesce(_counted.events, 0) as _events,
    _pending_events + coalesce(_counted.waiting, 0) as _pending_events,
    _landed_events - _events - _pending_events + coalesce(_counted.repeats, 0) as _duplicate_events,
    _tied_events + coalesce(_counted.tied, 0) as _tied_events,
    {%- else %}
    _order_uncertain,
    _events,
    _pending_events,
    _landed_events - _events - _pending_events as _duplicate_events,
    _tied_events,
    {%- endif %}
    {{ debezium._merge_state(
        '_place.epoch', '_place.coordinates', '_place.arrival.`offset`', '_place.origin.server', '_place.arrival.topic_partition',
        'if(size(_unavailable) > 0, _unavailable, null)'
    ) | indent }} as _merge_state,
    _newest_load as _load
from decided
where struct(_place, _landing_id) = _last
{%- endmacro %}

{#- The connector if its updates may need an earlier document, otherwise none. -#}
{%- macro _of_documents(macro, connector, example) -%}
    {%- if connector is none -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set connector = debezium._choose(macro, 'connector', connector, debezium._connectors(), example) -%}
    {{ return(connector if connector.texts else {}) }}
{%- endmacro %}
