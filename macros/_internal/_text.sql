{#- A value as a string literal: quotes and backslashes cannot end it. -#}
{%- macro _text(value) -%}
    {{ return("'" ~ (value | string | replace('\\', '\\\\') | replace("'", "\\'")) ~ "'") }}
{%- endmacro %}
