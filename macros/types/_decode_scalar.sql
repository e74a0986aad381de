{#-
    An Extended JSON scalar ({"$numberLong": "1004"}, {"$oid": ..}, {"$date": ..}, {"$binary": ..} ...) as its
    text, by one regular expression rather than a parse of each; any other text as it is. A bare NaN or Infinity,
    which the reader of JSON puts in quotes, loses them.
-#}
{%- macro _decode_scalar(text) -%}
    {%- set type = '"\\$(?:oid|uuid|date|binary|symbol|code|number\\w+)"' -%}
    {%- set inner = '(?:\\{\\s*"(?:\\$numberLong|base64)"\\s*:\\s*)?' -%}
    {%- set subtype = '(?:,\\s*"(?:subType|\\$type)"\\s*:\\s*"\\w*"\\s*)?' -%}
    {{ return("regexp_replace(
    " ~ text ~ ",
    r'^(?:\\{\\s*" ~ type ~ "\\s*:\\s*" ~ inner ~ "\"?([^\"{}\\\\]*)\"?\\s*" ~ subtype ~ "[\\s}]*|\"(NaN|-?Infinity)\")$',
    '$1$2'
)") }}
{%- endmacro %}

{#-
    The text of a document's field for a column of a type: the inside of an Extended JSON scalar; of a
    $timestamp, for a timestamp, its seconds as milliseconds; nothing for $undefined.
-#}
{%- macro _scalar(text, column, connector) -%}
    {%- if not connector.extended_json -%}
        {{ return(text) }}
    {%- endif -%}
    {%- set text = debezium._decode_scalar(text) -%}
    {%- if column.data_type == 'timestamp' -%}
        {%- set text = "regexp_replace(
    " ~ text | indent ~ ",
    r'^\\{\"\\$timestamp\":\\{\"t\":([0-9]+),\"i\":[0-9]+\\}\\}$',
    '$1000'
)" -%}
    {%- endif -%}
    {{ return("nullif(
    " ~ text | indent ~ ",
    '{\"$undefined\":true}'
)") }}
{%- endmacro %}
