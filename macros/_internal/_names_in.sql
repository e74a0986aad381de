{#- The columns of a table or view as a query has them: dbt-spark's own list ends before a name that begins with #. -#}
{%- macro _names_in(relation) -%}
    {{ return(get_columns_in_query("table " ~ relation)) }}
{%- endmacro %}

{#- Whether a table that is there has a column of each name; names may be quoted. -#}
{%- macro _has_columns(relation, names) -%}
    {{ return(debezium._missing_columns(relation, names) == []) }}
{%- endmacro %}

{#- Of columns, quoted or not, those that a table or view does not have. -#}
{%- macro _missing_columns(relation, names) -%}
    {%- set present = debezium._names_in(relation) | map('lower') | list -%}
    {%- set present = present + debezium._quoted(present) -%}
    {%- set lacking = [] -%}
    {%- for name in names if name | lower not in present -%}
        {%- do lacking.append(name) -%}
    {%- endfor -%}
    {{ return(lacking) }}
{%- endmacro %}

{#- The types of a table's or view's columns, {name: type}. Spark lists the columns first, and those of the partitions again. -#}
{%- macro _types_in(relation) -%}
    {%- set types = {} -%}
    {%- for row in run_query("describe table " ~ relation).rows if row[0] not in types -%}
        {%- do types.update({row[0]: row[1]}) -%}
    {%- endfor -%}
    {{ return(types) }}
{%- endmacro %}

{#- Whether columns have the same types in two tables or views. -#}
{%- macro _have_types_of(relation, other, names) -%}
    {%- set types, others = debezium._types_in(relation), debezium._types_in(other) -%}
    {%- for name in names if types.get(name) != others.get(name) -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
