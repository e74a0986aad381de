{#-
    The landing tables of a call, [{relation, name, landed, extra_columns}]: one, or a list of them. In a list an id
    begins with the name of its table, because topics and row ids of different tables may be equal.
-#}
{%- macro _tables_to_read(relation, layout) -%}
    {%- set several = debezium._is_list(relation) -%}
    {%- set tables = [] -%}
    {%- for each in (relation if several else [relation]) -%}
        {%- set name = debezium._table_name(each) -%}
        {%- set landed = dict(layout.landed) -%}
        {%- do landed.update(debezium._row_ids(each)) if landed._topic_offset == '_landing._row_id' and execute -%}
        {%- if '_landing.*' in landed._raw and execute and debezium._provider(each) == 'hudi' -%}
            {#- the columns that Hudi adds are none of the row's -#}
            {%- set own = debezium._columns_of('_landing', debezium._quoted(debezium._column_types(each))) -%}
            {%- do landed.update(_raw=landed._raw | replace('_landing.*', own | join(', '))) -%}
        {%- endif -%}
        {%- if several -%}
            {%- do landed.update(_landing_id="concat(
    " ~ debezium._string_literal(name ~ ':') ~ ",
    " ~ landed._landing_id ~ "
)") -%}
        {%- endif -%}
        {%- do landed.update(_landing_table=debezium._string_literal(name)) if not layout.enveloped -%}
        {%- do tables.append({
            'relation': each, 'name': name, 'landed': landed, 'extra_columns': layout.extra_columns(each) if layout.extra_columns else {},
        }) -%}
    {%- endfor -%}
    {{ return(tables) }}
{%- endmacro %}

{#- Whether a layout's landing tables have a value for a column of base. -#}
{%- macro _layout_has(layout, column) -%}
    {{ return(not layout.landed[column].startswith('cast(null')) }}
{%- endmacro %}

{#- A relation is a mapping for Jinja, and no list. -#}
{%- macro _is_list(value) -%}
    {{ return(value is not mapping and value is not string and value is iterable) }}
{%- endmacro %}

{#- The name of a table in `_landing_table` and in the ledger. -#}
{%- macro _table_name(relation) -%}
    {{ return(relation if relation is string else relation.schema ~ '.' ~ relation.identifier) }}
{%- endmacro %}
