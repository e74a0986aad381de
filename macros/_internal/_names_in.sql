{#- The columns of a table or view that is there. -#}
{%- macro _names_in(relation) -%}
    {{ return(adapter.get_columns_in_relation(relation) | map(attribute='name') | list) }}
{%- endmacro %}

{#- Whether a table that is there has a column of each name; names may be quoted. -#}
{%- macro _has_columns(relation, names) -%}
    {{ return(debezium._lacking(relation, names) == []) }}
{%- endmacro %}

{#- Of columns, quoted or not, those that a table or view does not have; dbt-spark sees none behind one whose name begins with #. -#}
{%- macro _lacking(relation, names) -%}
    {%- set lacking = debezium._not_among(names, debezium._names_in(relation)) -%}
    {{ return(debezium._not_among(lacking, debezium._names_read(relation)) if lacking else []) }}
{%- endmacro %}

{%- macro _not_among(names, columns) -%}
    {%- set held = columns | map('lower') | list -%}
    {%- set held = held + debezium._quoted(held) -%}
    {%- set others = [] -%}
    {%- for name in names if name | lower not in held -%}
        {%- do others.append(name) -%}
    {%- endfor -%}
    {{ return(others) }}
{%- endmacro %}

{#- The columns of a table or view as a query of it has them, whatever their names. -#}
{%- macro _names_read(relation) -%}
    {{ return(run_query("select * from " ~ relation ~ " limit 0").column_names | list) }}
{%- endmacro %}
