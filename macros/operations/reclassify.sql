{#-
    Says what the base models could not use, by reason, and the run that reads it again after a mend: what is landed still
    takes the place of the rejected row, as news that every model behind folds again.
-#}
{%- macro reclassify(models=none) -%}
    {{ return(adapter.dispatch('reclassify', 'debezium')(models)) }}
{%- endmacro %}

{%- macro default__reclassify(models=none) -%}
    {%- set example -%}
{% raw %}    dbt run-operation debezium.reclassify --args '{models: [base_db2__customers]}'{% endraw %}
    {%- endset -%}
    {%- set nodes = debezium._bases('reclassify', models, example) -%}
    {%- set waiting = [] -%}
    {%- for node in nodes -%}
        {%- set base = debezium._relation_of(node) -%}
        {%- set place = loop.index ~ " of " ~ nodes | length ~ " " ~ base ~ ": " -%}
        {%- if load_relation(base) is none -%}
            {%- do print(place ~ "not built yet") -%}
        {%- else -%}
            {%- set reasons = [] -%}
            {%- for reason, rows in run_query(
                "select coalesce(_reason, 'bad_value') as reason, count(*) as landed_rows from " ~ base
                    ~ " where _class = 'rejected' or _invalid is not null group by all order by all"
            ).rows -%}
                {%- do reasons.append(rows | int ~ " " ~ reason) -%}
            {%- endfor -%}
            {%- for id in debezium._upstream(node.unique_id) if reasons and 'debezium.envelopes(' in graph.nodes[id].raw_code -%}
                {%- do waiting.append(graph.nodes[id].name) if graph.nodes[id].name not in waiting -%}
            {%- endfor -%}
            {%- do waiting.append(node.name) if reasons and node.name not in waiting -%}
            {%- do print(place ~ (reasons | join(', ') or 'nothing rejected')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if waiting -%}
        {%- do print(
            "to read them again: dbt build --select " ~ waiting | join('+ ') ~ "+ --vars '{debezium__reclassify: ["
                ~ waiting | join(', ') ~ "]}'"
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#- The models of these names that read landing; of none, all of the project. -#}
{%- macro _bases(macro, models, example) -%}
    {%- set nodes = [] -%}
    {%- set known = [] -%}
    {%- for node in graph.nodes.values() | sort(attribute='name') if node.resource_type == 'model'
        and ('debezium.unwrap(' in node.raw_code or 'debezium.envelopes(' in node.raw_code) -%}
        {%- do known.append(node.name) -%}
        {%- do nodes.append(node) if (node.name in models if models else node.package_name == project_name) -%}
    {%- endfor -%}
    {%- set unknown = (models or []) | reject('in', known) | list -%}
    {%- if unknown -%}
        {%- do debezium._error(macro, "models must be base models, which call debezium.unwrap or debezium.envelopes"
            ~ (" (" ~ known | join(', ') ~ ")" if known) ~ ", got: " ~ unknown | join(', '), example) -%}
    {%- elif not nodes -%}
        {%- do debezium._error(macro, "no model of this project calls debezium.unwrap or debezium.envelopes", example) -%}
    {%- endif -%}
    {{ return(nodes) }}
{%- endmacro %}
