{#-
    An Extended JSON scalar ({"$numberLong": "1004"}, {"$oid": ..}, {"$date": ..} ...) as its text, by one
    regular expression rather than a parse of each; any other text as it is.
-#}
{%- macro _decode_scalar(text) -%}
    {%- set names = 'oid|date|numberInt|numberLong|numberDouble|numberDecimal' -%}
    {%- set pattern = '^\\{\\s*"\\$(?:' ~ names ~ ')"\\s*:\\s*(?:\\{\\s*"\\$numberLong"\\s*:\\s*)?"?([^"{}]*)"?[\\s}]*$' -%}
    {{ return(
        "if(startswith(" ~ text ~ ", '{'), coalesce(nullif(regexp_extract("
        ~ text ~ ", r'" ~ pattern ~ "', 1), ''), " ~ text ~ "), " ~ text ~ ")"
    ) }}
{%- endmacro %}
