{#-
    Prints every landed event of a key, its outcome and the reason, and the recomputed row beside the
    stored row. The steps are those of the model (`_effective_events`, `_row_states`, `_rows_of_keys`).
-#}
{%- macro explain_key(model, key) -%}
    {{ return(adapter.dispatch('explain_key', 'debezium')(model, key)) }}
{%- endmacro %}

{%- macro default__explain_key(model, key) -%}
    {%- set example = "    dbt run-operation debezium.explain_key --args '{model: db2__customers, key: {id: 1004}}'" -%}
    {%- if not model or not key -%}
        {%- do debezium._error('explain_key', "model and key are required. Pass both", example) -%}
    {%- endif -%}
    {%- set inputs = debezium._current_inputs('explain_key', model, example) -%}
    {%- set base = debezium._cached_query('base', debezium._all_of(inputs.base) ~ " where _class = 'truncate' or " ~ debezium._matches_key(key)) -%}
    {%- set key = debezium._resolve_key('explain_key', key, inputs, base, example) -%}
    {#- a few rows: to compile code for them takes longer than to read them without -#}
    {%- set interpreted = {
        'spark.sql.adaptive.enabled': 'false', 'spark.sql.codegen.wholeStage': 'false', 'spark.sql.codegen.factoryMode': 'NO_CODEGEN',
    } -%}
    {%- for name, value in interpreted.items() -%}
        {%- do run_query("set " ~ name ~ " = " ~ value) -%}
    {%- endfor -%}
    {%- set inputs = debezium._key_inputs(inputs, key, base) -%}
    {%- do print("\n" ~ model ~ ", key " ~ key ~ ": landed events in the order in which they apply, rows without a position last\n") -%}
    {%- do debezium._print_table(debezium._event_outcomes(inputs, key)) -%}
    {%- do print("\nrecomputed row and stored row\n") -%}
    {%- do debezium._print_table(debezium._compared_row(inputs, key)) -%}
    {%- for name in interpreted -%}
        {%- do run_query("reset " ~ name) -%}
    {%- endfor -%}
{%- endmacro %}

{#- A query's result in full width. -#}
{%- macro _print_table(sql) -%}
    {%- do run_query(sql).print_table(max_rows=none, max_columns=none, max_column_width=none) -%}
{%- endmacro %}

{#- Names and values are compared as JSON gives them, in any order, so 5 finds "5" too. YAML makes a date of 2024-01-01. -#}
{%- macro _matches_key(key) -%}
    {%- set values = {} -%}
    {%- for name, value in (key.items() if key is mapping else []) -%}
        {%- do values.update({name: value | string if value.isoformat is defined else value}) -%}
    {%- endfor -%}
    {%- set text = debezium._string_literal(tojson(values) if key is mapping else key) -%}
    {%- set entries = "array_sort(map_entries(from_json(%s, 'map<string, string>')))" -%}
    {{ return("(_key = " ~ text ~ " or " ~ entries % '_key' ~ " = " ~ entries % text ~ ")") }}
{%- endmacro %}

{#- The key's text as the tables have it. base: where it is looked for. required: otherwise none where it is not. -#}
{%- macro _resolve_key(macro, key, inputs, base, example, required=true) -%}
    {%- set keys = run_query(
        "select distinct _key from " ~ base ~ " where _class not in ('filtered', 'truncate') and " ~ debezium._matches_key(key)
    ).columns[0].values() | list -%}
    {%- if key in keys or keys | length == 1 -%}
        {{ return(key if key in keys else keys[0]) }}
    {%- endif -%}
    {%- set known = run_query("select max(_key) from " ~ inputs.relation).rows[0][0] -%}
    {%- set columns = fromjson(known, {}) if known else {} -%}
    {%- set given = key if key is mapping else fromjson(key | string, none) -%}
    {%- if columns is mapping and columns and (given is not mapping or columns | sort != given | sort) -%}
        {%- do debezium._error(macro, "a key of " ~ inputs.base ~ " has " ~ columns | join(', ') ~ ", such as " ~ known ~ "; got: " ~ key, example) -%}
    {%- endif -%}
    {%- if not keys and not required -%}
        {{ return(none) }}
    {%- endif -%}
    {%- if keys -%}
        {%- do debezium._error(macro, "several keys match " ~ key ~ ": " ~ keys | sort | join(' or ') ~ ". Pass the text in `_key`", example) -%}
    {%- endif -%}
    {%- do debezium._error(
        macro,
        "no event of this key has landed in " ~ inputs.base ~ ", or it was forgotten; a key is a mapping of the key's columns or the text in _key"
            ~ (", such as " ~ known if known) ~ "; got: " ~ key,
        example
    ) -%}
{%- endmacro %}

{#- The recomputed and the stored row, column by column. -#}
{%- macro _compared_row(inputs, key) -%}
    {%- set texts = [] -%}
    {%- for column, type in debezium._column_types(inputs.current).items() -%}
        {%- set name = debezium._quote(column) -%}
        {%- set text = 'to_json(' ~ debezium._in_key_order(name, type) ~ ')' if '<' in type else 'cast(' ~ name ~ ' as string)' -%}
        {%- do texts.append("struct(" ~ loop.index ~ " as place, " ~ debezium._string_literal(column) ~ " as name, " ~ text ~ " as value)") -%}
    {%- endfor -%}
    {%- set values = "inline(array(\n            " ~ texts | join(',\n            ') ~ "\n        ))" -%}
with recomputed_row as (
    select
        {{ values }}
    from (
        {{ inputs.decided | indent(8) }}

        {{ debezium._rows_of_keys(inputs.columns, inputs.deletes) | indent(8) }}
    ) as row_states
),

stored_row as (
    select
        {{ values }}
    from {{ inputs.current }}
    where _key = {{ debezium._string_literal(key) }}
)

select
    coalesce(recomputed_row.name, stored_row.name) as `column`,
    recomputed_row.value as `recomputed`,
    if(recomputed_row.value <=> stored_row.value, '=', stored_row.value) as {{ debezium._quote('in ' ~ inputs.current) }}
from recomputed_row
full outer join stored_row
    on recomputed_row.place = stored_row.place
order by coalesce(recomputed_row.place, stored_row.place)
{%- endmacro %}
