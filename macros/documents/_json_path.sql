{#- Names of fields as a JSON path literal; one with dots, brackets or a star before it is quoted, one of `places` is a place in an array. -#}
{%- macro _json_path(names, places=[]) -%}
    {%- set steps = [] -%}
    {%- for name in names -%}
        {%- if name in places -%}
            {%- do steps.append("[" ~ name ~ "]") -%}
        {%- elif '.' in name or '[' in name or name.startswith('*') -%}
            {%- do steps.append("['" ~ name ~ "']") -%}
        {%- else -%}
            {%- do steps.append("." ~ name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(debezium._text("$" ~ steps | join)) }}
{%- endmacro %}

{#- The text at a path in JSON text. As in MongoDB's own paths a number is a place in an array or a field of that name. -#}
{%- macro _json_at(text, names) -%}
    {%- set choices = [[]] -%}
    {%- for name in names if name.isdigit() -%}
        {%- for chosen in choices[:] -%}
            {%- do choices.append(chosen + [name]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set found = [] -%}
    {%- for places in choices | reverse -%}
        {%- do found.append("get_json_object(" ~ text ~ ", " ~ debezium._json_path(names, places) ~ ")") -%}
    {%- endfor -%}
    {{ return(found[0] if found | length == 1 else "coalesce(\n    " ~ found | unique | join(",\n    ") ~ "\n)") }}
{%- endmacro %}
