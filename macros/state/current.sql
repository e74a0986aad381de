{#-
    The current rows: one per key, deleted keys included. Reads change events (a staging model) and
    recomputes every key with new ones, so late and duplicate events give the same table.
-#}
{%- macro current(relation, columns=none, base=none, connector=none, deletes='soft') -%}
    {{ return(adapter.dispatch('current', 'debezium')(relation, columns, base, connector, deletes)) }}
{%- endmacro %}

{%- macro default__current(relation, columns=none, base=none, connector=none, deletes='soft') -%}
    {%- set example = "    {{ debezium.current(ref('stg_db2__customers'), base=ref('base_db2__customers')) }}" -%}
    {%- do debezium._check_incremental('current', '_key') -%}
    {%- do debezium._check_version('current', ['_merge_state']) -%}
    {%- do debezium._check_no_view('current') -%}
    {%- set columns = debezium._columns('current', columns, example) -%}
    {%- set connector = debezium._of_documents('current', connector, example, base) -%}
    {%- if deletes not in ['soft', 'hard'] -%}
        {%- do debezium._error('current', "deletes must be soft or hard, got: " ~ deletes, example) -%}
    {%- endif -%}
    {%- set load = debezium._load_plan('current', relation, columns, base, connector.texts or []) -%}
    {%- if load is none -%}
        {{ return(debezium._empty_select()) }}
    {%- endif -%}
    {%- do load.update(has_ordinary=debezium._has_ordinary_keys(relation, columns, base, load)) -%}
{{ debezium._ordered_events(relation, columns, base, connector, load) }}

{{ debezium._rows_of_keys(columns, deletes) }}
{%- if load.has_ordinary %}

union all

{{ debezium._rows_of_ordinary_keys(columns, deletes, load) }}
{%- endif %}
{%- if load.has_lone %}

union all

{{ debezium._single_event_keys(relation, load, debezium._single_event_row(columns)) }}
{%- endif %}
{%- endmacro %}

{#- The columns of a row in their order, {name: expression} over the event that decides; `given` has those that a step reads otherwise. -#}
{%- macro _row_columns(columns, given) -%}
    {%- set pairs = debezium._same_names(['_key'] + debezium._quoted(columns | map(attribute='name')) + ['_op']) -%}
    {%- do pairs.update(_is_deleted="_op in ('d', 't')", _deleted_at="if(_op in ('d', 't'), _source_at, null)") -%}
    {%- do pairs.update(debezium._same_names(['_source_at'] + debezium._place_columns() | list)) -%}
    {%- do pairs.update(_unavailable='array()', _pending='false') -%}
    {%- do pairs.update(debezium._same_names(['_order_uncertain', '_events', '_pending_events', '_duplicate_events', '_tied_events'])) -%}
    {%- do pairs.update(_merge_state="'{}'", _load='_load') -%}
    {{ return(debezium._select_pairs(dict(pairs, **given), 4)) }}
{%- endmacro %}

{#- The row of each key, from the events that decide. -#}
{%- macro _rows_of_keys(columns, deletes) -%}
    {%- set given = dict(debezium._latest_values(columns, deletes), **debezium._place_columns()) -%}
    {%- do given.update(
        _pending=debezium._is_pending(),
        _duplicate_events='_landed_events - _events - _pending_events',
        _load='_newest_load'
    ) -%}
select
    {{ debezium._row_columns(columns, given) }}
from decisive_events
where struct(_place, _landing_id) = _last_place
{%- endmacro %}

{#- What a row has of the last known values, {name: expression}; a delete without earlier ones has those of its own image. -#}
{%- macro _latest_values(columns, deletes) -%}
    {%- set values, unavailable = {}, [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set latest = "_latest_values." ~ name -%}
        {#- null where nothing is known -#}
        {%- set is_unknown = "coalesce(" ~ latest ~ ".is_unavailable, true)\nand _op " -%}
        {%- do values.update({name: "if(_op in ('d', 't'), null, " ~ latest ~ ".value)" if deletes == 'hard'
            else debezium._if(is_unknown ~ "in ('d', 't')", "_row." ~ name, latest ~ ".value")}) -%}
        {%- do unavailable.append(debezium._if(is_unknown ~ "not in ('d', 't')", debezium._string_literal(column.name))) -%}
    {%- endfor -%}
    {#- _merge_state is what the next load reads of the row: most rows have no unavailable columns -#}
    {%- do values.update(
        _unavailable=debezium._compact_array(unavailable),
        _merge_state="if(size(_unavailable) > 0, to_json(struct(_unavailable)), '{}')"
    ) -%}
    {{ return(values) }}
{%- endmacro %}

{#- The connector if its updates may need an earlier document, otherwise none: rows that were unwrapped upstream are whole. -#}
{%- macro _of_documents(macro, connector, example, base=none) -%}
    {%- if connector is none -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set connector = debezium._choose(macro, 'connector', connector, debezium._connectors(), example) -%}
    {%- set is_built = execute and base and base.schema and not base.is_cte and debezium._relation_exists(base) -%}
    {%- if not connector.texts or (is_built and debezium._missing_columns(base, connector.texts) == connector.texts) -%}
        {{ return({}) }}
    {%- endif -%}
    {{ return(dict(connector, form=debezium._document_form(macro, base, example))) }}
{%- endmacro %}
