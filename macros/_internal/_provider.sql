{#- The format of a table, as Spark names it: iceberg, delta, hudi, parquet ...; none of a view. Its columns come first, one may be named Provider. -#}
{%- macro _provider(relation) -%}
    {%- set is_detail = [] -%}
    {%- for row in describe_table_extended_without_caching(relation) -%}
        {%- do is_detail.append(true) if row[0] == '# Detailed Table Information' -%}
        {%- if is_detail and row[0] == 'Provider' -%}
            {{ return(row[1]) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
