{#- The columns whose value an event does not have: `open` of all rows, `typed` of those that were read with types, [(condition, name)]. -#}
{%- macro _unavailable_columns(open, typed) -%}
    {%- set conditions, names = [], [] -%}
    {%- for condition, name in typed -%}
        {%- do conditions.append("(" ~ condition ~ ")") -%}
        {%- do names.append("if(" ~ condition ~ ", " ~ name ~ ", null)") -%}
    {%- endfor -%}
    {%- set cases = ["when
    _is_ordinary
    and (
        " ~ conditions | join("\n        or ") ~ "
    )
    then " ~ debezium._compact_array(names) | indent] if typed else [] -%}
    {{ return(debezium._case(cases + ["when _present_fields is not null
    then " ~ debezium._compact_array(open or ['cast(null as string)']) | indent])) }}
{%- endmacro %}
