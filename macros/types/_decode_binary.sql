{#- Bytes as the converter writes them, in base64; `encoding` names another form that the connector wrote. -#}
{%- macro _decode_binary(text, data_type, parameters) -%}
{%- set forms = {
    'base64': debezium._base64_bytes(text),
    'base64-url-safe': debezium._base64_bytes("translate(" ~ text ~ ", '-_', '+/')", text),
    'hex': "if(
    length(" ~ text ~ ") % 2 = 0,
    try_to_binary(" ~ text ~ ", 'hex'),
    null
)",
} -%}
{%- set example = "    {" ~ "{ debezium.decode('text', 'binary', parameters={'encoding': 'hex'}) }" ~ "}" -%}
{{ debezium._choose('decode', 'encoding', parameters.encoding or 'base64', forms, example) }}
{%- endmacro %}

{#- The bytes of base64, in one line or in lines as Spark's own `base64` writes it; `given` is the text before it was translated. -#}
{%- macro _base64_bytes(text, given=none) -%}
    {%- set given = given or text -%}
    {{ return("if(
    length(" ~ given ~ ") % 4 = 0 or contains(" ~ given ~ ", '\\n'),
    try_to_binary(" ~ text ~ ", 'base64'),
    null
)") }}
{%- endmacro %}

{#-
    Whether a text can be base64 of a number: groups of four characters, the last of them filled, as Java writes it. Spark also
    reads a last group that is not filled, and skips blanks: 1e9 would be two bytes.
-#}
{%- macro _is_in_groups(text) -%}
    {{ return("length(" ~ text ~ ") % 4 = 0
and not contains(" ~ text ~ ", ' ')") }}
{%- endmacro %}
