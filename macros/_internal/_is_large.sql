{#- Whether a table has so many rows that a query before a model costs less than it saves. -#}
{%- macro _is_large(relation) -%}
    {{ return(debezium._is_many(debezium._row_count(relation))) }}
{%- endmacro %}

{%- macro _is_many(rows) -%}
    {{ return(rows | int >= var('debezium__large_table', 100000)) }}
{%- endmacro %}

{%- macro _row_count(relation) -%}
    {{ return(run_query("select count(*) from " ~ relation).columns[0].values()[0] | int) }}
{%- endmacro %}
