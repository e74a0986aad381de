{#- A case expression of its branches, each of which starts at the margin. -#}
{%- macro _case(branches, otherwise=none) -%}
    {%- set branches = branches + (["else " ~ otherwise] if otherwise is not none else []) -%}
    {{ return("case\n    " ~ branches | join("\n") | indent ~ "\nend") }}
{%- endmacro %}
