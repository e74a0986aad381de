{#- A value as a string literal: quotes and backslashes cannot end it. -#}
{%- macro _text(value) -%}
    {{ return("'" ~ (value | string | replace('\\', '\\\\') | replace("'", "\\'")) ~ "'") }}
{%- endmacro %}

{#- Values as string literals, one after the other. -#}
{%- macro _texts(values) -%}
    {%- set texts = [] -%}
    {%- for value in values -%}
        {%- do texts.append(debezium._text(value)) -%}
    {%- endfor -%}
    {{ return(texts | join(', ')) }}
{%- endmacro %}
