{#- An array of those of several expressions that are not null. -#}
{%- macro _compact_array(values) -%}
    {{ return("array_compact(array(\n    " ~ values | join(",\n") | indent ~ "\n))") }}
{%- endmacro %}
