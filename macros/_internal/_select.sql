{#- The names of a select list, one a line. -#}
{%- macro _select(names, indent=8) -%}
    {{ return(names | list | join(',\n' ~ ' ' * indent)) }}
{%- endmacro %}

{#- A select list from {alias: expression}; an expression of several lines starts at the margin. -#}
{%- macro _select_pairs(pairs, indent=8) -%}
    {%- set items = [] -%}
    {%- for alias, expression in pairs.items() -%}
        {%- do items.append(alias if alias == expression else expression | indent(indent) ~ ' as ' ~ alias) -%}
    {%- endfor -%}
    {{ return(debezium._select(items, indent)) }}
{%- endmacro %}

{#- The same as the fields of a struct. -#}
{%- macro _struct(pairs) -%}
    {{ return("struct(\n    " ~ debezium._select_pairs(pairs, 4) ~ "\n)") }}
{%- endmacro %}

{#- Names that are handed on, {name: name}. -#}
{%- macro _same_names(names) -%}
    {{ return(dict(zip(names, names))) }}
{%- endmacro %}

{#- A text for each value, which takes the place of each {} in it. -#}
{%- macro _each(text, values) -%}
    {%- set texts = [] -%}
    {%- for value in values -%}
        {%- do texts.append(text | replace('{}', value)) -%}
    {%- endfor -%}
    {{ return(texts) }}
{%- endmacro %}

{#- Names as columns of a relation. -#}
{%- macro _columns_of(relation, names) -%}
    {{ return(debezium._each(relation ~ '.{}', names)) }}
{%- endmacro %}

{#- The same, {name: column}. -#}
{%- macro _as_columns_of(relation, names) -%}
    {{ return(dict(zip(names, debezium._columns_of(relation, names)))) }}
{%- endmacro %}

{#- A where clause of the conditions that are not none. -#}
{%- macro _where(conditions, indent=4) -%}
    {%- set conditions = conditions | select | list -%}
    {{ return(("where\n    " ~ conditions | join('\nand ') | indent if conditions | length > 1
        else "where " ~ conditions[0]) | indent(indent)) }}
{%- endmacro %}
