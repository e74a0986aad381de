{#-
    An Extended JSON scalar ({"$numberLong": "1004"}, {"$oid": ..}, {"$date": ..} ...) as its text, by one
    regular expression rather than a parse of each; any other text as it is.
-#}
{%- macro _decode_scalar(text) -%}
    {%- set type = '"\\$(oid|date|number\\w+)"' -%}
    {%- set long = '(\\{\\s*"\\$numberLong"\\s*:\\s*)?' -%}
    {{ return("regexp_replace(
    " ~ text ~ ",
    r'^\\{\\s*" ~ type ~ "\\s*:\\s*" ~ long ~ "\"?([^\"{}]*)\"?[\\s}]*$',
    '$3'
)") }}
{%- endmacro %}
