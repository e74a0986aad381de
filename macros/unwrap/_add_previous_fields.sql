{#-
    Adds later columns to the struct `_previous` of the model's table. dbt adds columns only, and Spark
    merges no struct with more fields than the table's.
-#}
{%- macro _add_previous_fields(columns) -%}
    {%- set present = debezium._fields_of_previous(this) | map('lower') | list -%}
    {%- set added = [] -%}
    {%- for column in columns if not column.text and column.name | lower not in present -%}
        {%- do added.append("_previous." ~ debezium._quote(column.name) ~ " " ~ column.data_type) -%}
    {%- endfor -%}
    {%- do run_query("alter table " ~ this ~ " add columns (" ~ added | join(', ') ~ ")") if present and added -%}
{%- endmacro %}

{#- The names of the struct's fields; none if the table has no such column. -#}
{%- macro _fields_of_previous(base) -%}
    {%- if '_previous' not in debezium._names_in(base) -%}
        {{ return([]) }}
    {%- endif -%}
    {{ return(get_columns_in_query("select inline(array(_previous)) from " ~ base)) }}
{%- endmacro %}
