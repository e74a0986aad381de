{#- A name as a quoted identifier: whatever it holds, it stays one name. -#}
{%- macro _quote(name) -%}
    {{ return('`' ~ (name | string | replace('`', '``')) ~ '`') }}
{%- endmacro %}

{#- Names as quoted identifiers. -#}
{%- macro _quoted(names) -%}
    {%- set quoted = [] -%}
    {%- for name in names -%}
        {%- do quoted.append(debezium._quote(name)) -%}
    {%- endfor -%}
    {{ return(quoted) }}
{%- endmacro %}
