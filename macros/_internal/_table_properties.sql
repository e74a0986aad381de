{#- The formats whose tables have properties that go with the table. -#}
{%- macro _formats_with_properties() -%}
    {{ return(['iceberg', 'delta']) }}
{%- endmacro %}

{#- A property of a table, none if it has not got it: Spark answers with a sentence then. -#}
{%- macro _table_property(relation, name) -%}
    {%- set rows = run_query("show tblproperties " ~ relation).rows -%}
    {{ return(rows | selectattr('key', 'equalto', name) | map(attribute='value') | first | default(none)) }}
{%- endmacro %}

{%- macro _set_table_properties(relation, properties) -%}
    {%- set pairs = [] -%}
    {%- for name, value in properties.items() -%}
        {%- do pairs.append(debezium._string_literal(name) ~ " = " ~ debezium._string_literal(value)) -%}
    {%- endfor -%}
    {%- do run_query("alter table " ~ relation ~ " set tblproperties (" ~ pairs | join(', ') ~ ")") -%}
{%- endmacro %}
