{#- A decimal from text; null where the scale would cut a digit off, for a cast rounds in silence. -#}
{%- macro _decode_decimal(text, data_type) -%}
    {%- set scale = data_type.split(',')[1].replace(')', '').strip() if ',' in data_type else '0' -%}
    {{ return("if(
    " ~ text ~ " rlike r'^[+-]?[0-9]*(\\.[0-9]{0," ~ scale ~ "}0*)?$',
    try_cast(" ~ text ~ " as " ~ data_type ~ "),
    null
)") }}
{%- endmacro %}
