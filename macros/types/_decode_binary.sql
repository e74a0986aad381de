{#- Bytes as the converter writes them, in base64; `encoding` names another form that the connector wrote. -#}
{%- macro _decode_binary(text, data_type, parameters) -%}
{%- set forms = {
    'base64': "try_to_binary(" ~ text ~ ", 'base64')",
    'base64-url-safe': "try_to_binary(translate(" ~ text ~ ", '-_', '+/'), 'base64')",
    'hex': "try_to_binary(" ~ text ~ ", 'hex')",
} -%}
{%- set example = "    {" ~ "{ debezium.decode('text', 'binary', parameters={'encoding': 'hex'}) }" ~ "}" -%}
{{ debezium._choose('decode', 'encoding', parameters.encoding or 'base64', forms, example) }}
{%- endmacro %}
