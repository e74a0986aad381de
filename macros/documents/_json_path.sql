{#- Names as a JSON path literal, each in brackets: a name may hold dots, dollars and blanks. -#}
{%- macro _json_path(names) -%}
    {%- set steps = [] -%}
    {%- for name in names -%}
        {%- do steps.append("[" ~ name ~ "]" if name.isdigit() else "['" ~ name ~ "']") -%}
    {%- endfor -%}
    {{ return(debezium._text("$" ~ steps | join)) }}
{%- endmacro %}
