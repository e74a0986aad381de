{#- The rows of a table, of it with a where clause, or of a query in brackets. -#}
{%- macro _row_count(relation) -%}
    {{ return(run_query("select count(*) from " ~ relation).rows[0][0] | int) }}
{%- endmacro %}
