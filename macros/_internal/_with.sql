{#- An expression over a value that has a name in it, so that it is written, and computed, once. -#}
{%- macro _with(name, value, expression) -%}
    {{ return("get(
    transform(
        array(" ~ value | trim | indent(8) ~ "),
        " ~ name ~ " -> " ~ expression | trim | indent(8) ~ "
    ),
    0
)") }}
{%- endmacro %}
