{#-
    The source columns that the model's YAML declares, in a test that of its model: those that are not the package's own. A dbt unit test has no
    YAML columns of its own and overrides this macro with those of the model that it tests.
-#}
{%- macro declared_columns() -%}
    {{ return(adapter.dispatch('declared_columns', 'debezium')()) }}
{%- endmacro %}

{%- macro default__declared_columns() -%}
    {{ return(debezium._source_columns(graph.nodes[model.attached_node] if execute and model.attached_node else model)) }}
{%- endmacro %}

{#- The columns that a node's YAML declares, but for the package's own. -#}
{%- macro _source_columns(node) -%}
    {%- set own = debezium.metadata_columns() | reject('equalto', 'document') | list -%}
    {%- set columns = [] -%}
    {%- for column in node.columns.values() -%}
        {%- do columns.append(column) if column.name not in own or debezium._entries(column) -%}
    {%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}

{#- The properties of a declared column or a node under `meta: debezium`. -#}
{%- macro _entries(declared) -%}
    {{ return(((declared.config or {}).meta or declared.meta or {}).get('debezium', {})) }}
{%- endmacro %}

{#- The columns that a node's YAML declares with a type, as the argument `columns`. -#}
{%- macro _typed_columns(node) -%}
    {%- set columns = {} -%}
    {%- for column in debezium._source_columns(node) if column.data_type -%}
        {%- do columns.update({column.name: dict(debezium._entries(column), data_type=column.data_type)}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}

{#- The same for a relation's model; none if it is not a model or declares none. -#}
{%- macro _declared_by(relation) -%}
    {%- for node in (graph.nodes or {}).values() if node.resource_type == 'model' and debezium._relation_of(node) | string == relation | string -%}
        {{ return(debezium._typed_columns(node) or none) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
