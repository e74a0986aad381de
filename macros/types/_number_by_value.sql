{#-
    A text as it is, but a number with a fraction or with its own scale, {"scale": 2, "value": base64}, without the zeros that
    end it: 1.0 and 1.00 are one number, and so are 100 of scale 0 and 1 of scale -2.
-#}
{%- macro _number_by_value(text) -%}
    {%- set scaled = debezium._decode_variable_decimal(text, 'string', {}) | trim | indent(8) -%}
regexp_replace(
    if(
        startswith({{ text }}, '{'),
        coalesce(
            {{ scaled | indent(4) }},
            {{ text }}
        ),
        {{ text }}
    ),
    r'^([+-]?[0-9]+)(?:\.0*|(\.[0-9]*[1-9])0+)$',
    '$1$2'
)
{%- endmacro %}
