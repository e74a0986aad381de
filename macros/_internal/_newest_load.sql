{#- The newest load of a table that is there. -#}
{%- macro _newest_load(relation) -%}
    {{ return(run_query("select coalesce(max(_load), 0) from " ~ relation).columns[0].values()[0] | int) }}
{%- endmacro %}
