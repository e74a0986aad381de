{#- A name as a quoted identifier: whatever it holds, it stays one name. -#}
{%- macro _quote(name) -%}
    {{ return('`' ~ (name | string | replace('`', '``')) ~ '`') }}
{%- endmacro %}
