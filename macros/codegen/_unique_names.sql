{#-
    Names such that no two models have the same, also not `orders` with its history and `orders_history`, nor a model of the
    project that reads another landing table: where they would be, with the table's schema, the landing table's name, then with a number.
-#}
{%- macro _unique_names(entities, name, landing) -%}
    {%- set taken = ['base_' ~ name, name ~ '__ledger'] + debezium._models_beside(landing) -%}
    {%- set result = [] -%}
    {%- for entity in entities -%}
        {%- set wished = [entity.name, entity.name ~ '_' ~ debezium._plain_name(entity.schema or ''), entity.name ~ '_' ~ name] -%}
        {%- for number in range(2, entities | length * 2 + 2) -%}
            {%- do wished.append(entity.name ~ '_' ~ number) -%}
        {%- endfor -%}
        {%- set free = [] -%}
        {%- for each in wished if debezium._model_names(each).values() | select('in', taken) | list | length == 0 -%}
            {%- do free.append(each) -%}
        {%- endfor -%}
        {%- do taken.extend(debezium._model_names(free[0]).values()) -%}
        {%- do result.append(dict(entity, name=free[0])) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#- The project's models that do not read this landing table. -#}
{%- macro _models_beside(landing) -%}
    {%- set sources = [] -%}
    {%- for table in landing.tables -%}
        {%- for node in graph.sources.values() if [node.schema, node.identifier] == [table.schema, table.identifier] -%}
            {%- do sources.append(node.unique_id) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set names = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.package_name == project_name -%}
        {%- set read = [] -%}
        {%- for id in [node.unique_id] + debezium._upstream(node.unique_id) -%}
            {%- do read.extend(graph.nodes[id].depends_on.nodes | select('in', sources)) -%}
            {#- a pattern is no source for dbt -#}
            {%- do read.append(id) if landing.call in graph.nodes[id].raw_code -%}
        {%- endfor -%}
        {%- do names.append(node.name) if not read -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}
