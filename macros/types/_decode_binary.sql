{#-
    Bytes as the converter writes them, in base64; `encoding` names another form that the connector wrote. Base64 may also be in
    lines, as Spark's own function writes it. Spark would read half a byte and a last group that is not filled.
-#}
{%- macro _decode_binary(text, data_type, parameters) -%}
{%- set is_whole = "length(" ~ text ~ ") % 4 = 0 or contains(" ~ text ~ ", '\\n')" -%}
{%- set forms = {
    'base64': debezium._if(is_whole, "try_to_binary(" ~ text ~ ", 'base64')"),
    'base64-url-safe': debezium._if(is_whole, "try_to_binary(translate(" ~ text ~ ", '-_', '+/'), 'base64')"),
    'hex': debezium._if("length(" ~ text ~ ") % 2 = 0", "try_to_binary(" ~ text ~ ", 'hex')"),
} -%}
{%- set example = "    {" ~ "{ debezium.decode('text', 'binary', parameters={'encoding': 'hex'}) }" ~ "}" -%}
{{ debezium._choose('decode', 'encoding', parameters.encoding or 'base64', forms, example) }}
{%- endmacro %}
