{#-
    JSON text as a Spark value. Spark's reader makes a double of a number with a fraction. If that would
    lose digits and `exact` is set, the text is read as a variant, which keeps them.
-#}
{%- macro _from_json(text, type, exact=false, options='') -%}
    {%- if exact -%}
coalesce(
    if(
        {{ text }} rlike r'[:\[,]\s*-?(?=[0-9.]{16})[0-9]+\.[0-9]',
        try_variant_get(
            try_parse_json({{ text }}),
            '$',
            {{ type | indent(12) }}
        ),
        null
    ),
    {{ debezium._from_json(text, type, false, options) | indent(4) }}
)
    {%- elif '\n' in type -%}
from_json(
    {{ text }},
    {{ type | indent(4) }}
    {{- ',\n    ' ~ options if options }}
)
    {%- else -%}
from_json({{ text }}, {{ type }}{{ ', ' ~ options if options }})
    {%- endif -%}
{%- endmacro %}
