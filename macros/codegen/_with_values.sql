{#-
    The fields, with what only their values show: that a decimal is a JSON number (decimal.format=NUMERIC), that a time is finer
    than a timestamp of Spark's.
-#}
{%- macro _with_values(table, fields) -%}
    {%- set tests = {} -%}
    {%- for field in fields if field.semantic_type -%}
        {%- set form = debezium._semantic(field.semantic_type).form -%}
        {#- of a decimal a number, itself or in an array, perhaps after nulls -#}
        {%- set patterns = {
            'decimal': '[\\[nul,\\s]*-?[0-9]',
            'timestamp': '\\s*"[^"]*[.][0-9]{6}[0-9]*[1-9]' if field.data_type.startswith('timestamp'),
        } -%}
        {%- if patterns[form] -%}
            {%- do tests.update({field.name: "if(bool_or(" ~ debezium._image_of_row(table) ~ " rlike "
                ~ debezium._string_literal(debezium._name_pattern(field.name) ~ ':' ~ patterns[form]) ~ "), " ~ debezium._string_literal(field.name) ~ ", null)"}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not tests -%}
        {{ return(fields) }}
    {%- endif -%}
    {%- set found = debezium._query_rows("
select " ~ debezium._compact_array(tests.values()) ~ " as names
" ~ debezium._rows_of_table(table))[0].names -%}
    {%- set result = [] -%}
    {%- for field in fields -%}
        {%- do result.append(
            field if field.name not in found
            else debezium._with_nanoseconds(field) if field.data_type.startswith('timestamp') else dict(field, encoding='number')
        ) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{%- macro _with_nanoseconds(field) -%}
    {{ return(dict(field, data_type='string', comment=debezium._nanoseconds_hint())) }}
{%- endmacro %}

{%- macro _nanoseconds_hint() -%}
    {{ return("Text, because a timestamp has microseconds. For a timestamp declare timestamp_ntz and `nanoseconds: drop`.") }}
{%- endmacro %}
