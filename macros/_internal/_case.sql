{#- A case expression; each branch is text without indentation. -#}
{%- macro _case(branches, otherwise=none) -%}
    {%- set branches = branches + (["else " ~ otherwise] if otherwise is not none else []) -%}
    {{ return("case\n    " ~ branches | join("\n") | indent ~ "\nend") }}
{%- endmacro %}
