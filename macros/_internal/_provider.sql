{#- The format of a table, as Spark names it: iceberg, delta, hudi, parquet ...; none of a view. -#}
{%- macro _provider(relation) -%}
    {%- for row in describe_table_extended_without_caching(relation) if row[0] == 'Provider' -%}
        {{ return(row[1]) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
