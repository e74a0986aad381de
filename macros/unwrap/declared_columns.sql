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
        {%- if column.name not in own or (column.config.meta or column.meta or {}).debezium -%}
            {%- do columns.append(column) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(columns) }}
{%- endmacro %}

{#- The columns that a relation's model declares, as the argument `columns`; none of what is no model, or declares none. -#}
{%- macro _declared_by(relation) -%}
    {%- set columns = {} -%}
    {%- for node in (graph.nodes or {}).values() if node.resource_type == 'model' and debezium._relation_of(node) | string == relation | string -%}
        {%- for column in debezium._source_columns(node) -%}
            {%- do columns.update({column.name: dict((column.config.meta or column.meta or {}).get('debezium', {}), data_type=column.data_type)}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(columns or none) }}
{%- endmacro %}
