{#- A name as a quoted identifier, whatever it contains. A name that needs an escape is an error. -#}
{%- macro _quote(name) -%}
    {%- if debezium._needs_escape(name | string) -%}
        {{ exceptions.raise_compiler_error(
            "debezium: a name in SQL can have no control character and no ${, got: " ~ tojson(name)
                ~ "\n\nGive the column another name and its own as path."
        ) }}
    {%- endif -%}
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
