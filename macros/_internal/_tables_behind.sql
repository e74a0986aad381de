{#- The tables that are there of models and snapshots behind a model, directly or through others, and have a column. -#}
{%- macro _tables_behind(id, column, materialized) -%}
    {%- set found = [] -%}
    {%- for node in graph.nodes.values() | sort(attribute='name')
        if node.config.materialized in materialized and id in debezium._upstream(node.unique_id) -%}
        {%- set relation = load_relation(debezium._relation_of(node)) -%}
        {%- if relation and column in adapter.get_columns_in_relation(relation) | map(attribute='name') -%}
            {%- do found.append(relation) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{%- endmacro %}
