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

{#- Whether columns have the same types in two tables or views. -#}
{%- macro _have_types_of(relation, other, names) -%}
    {%- set types = [] -%}
    {%- for each in [relation, other] -%}
        {%- set found = {} -%}
        {%- for row in run_query("describe table " ~ each).rows if row[0] in names and row[0] not in found -%}
            {%- do found.update({row[0]: row[1]}) -%}
        {%- endfor -%}
        {%- do types.append(found) -%}
    {%- endfor -%}
    {{ return(types[0] == types[1]) }}
{%- endmacro %}
