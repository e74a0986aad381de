{#- Bytes as the converter writes them, in base64; `encoding` names another form that the connector wrote. -#}
{%- macro _decode_binary(text, data_type, parameters) -%}
{%- set forms = {
    'base64': debezium._base64_bytes(text),
    'base64-url-safe': debezium._base64_bytes("translate(" ~ text ~ ", '-_', '+/')"),
    'hex': "try_to_binary(" ~ text ~ ", 'hex')",
} -%}
{%- set example = "    {" ~ "{ debezium.decode('text', 'binary', parameters={'encoding': 'hex'}) }" ~ "}" -%}
{{ debezium._choose('decode', 'encoding', parameters.encoding or 'base64', forms, example) }}
{%- endmacro %}

{#-
    The bytes of base64 in groups of four characters, the last of them filled, as Java writes it. Spark reads a last group that is
    not filled too: 1e9 would be two bytes.
-#}
{%- macro _base64_bytes(text) -%}
    {{ return("if(length(" ~ text ~ ") % 4 = 0, try_to_binary(" ~ text ~ ", 'base64'), null)") }}
{%- endmacro %}
