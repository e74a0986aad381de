{#- One of two expressions by a condition, each on lines of its own. -#}
{%- macro _if(condition, then, otherwise='null') -%}
    {{ return("if(\n    " ~ [condition, then, otherwise] | join(",\n") | indent ~ "\n)") }}
{%- endmacro %}
