{#- The rows of a table. -#}
{%- macro _row_count(relation) -%}
    {{ return(run_query("select count(*) from " ~ relation).columns[0].values()[0] | int) }}
{%- endmacro %}
