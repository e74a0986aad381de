{#- Names as a JSON path literal; a number is a place in an array, a name with dots or brackets is quoted. -#}
{%- macro _json_path(names) -%}
    {%- set steps = [] -%}
    {%- for name in names -%}
        {%- if name.isdigit() -%}
            {%- do steps.append("[" ~ name ~ "]") -%}
        {%- elif '.' in name or '[' in name -%}
            {%- do steps.append("['" ~ name ~ "']") -%}
        {%- else -%}
            {%- do steps.append("." ~ name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(debezium._text("$" ~ steps | join)) }}
{%- endmacro %}
