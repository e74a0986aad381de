{#-
    Prints the rows of base models that cannot be used, by reason, and the command that reads them again.
    Each landed row then replaces its rejected row, as a new event for downstream models.
-#}
{%- macro retry_rejected(models=none) -%}
    {{ return(adapter.dispatch('retry_rejected', 'debezium')(models)) }}
{%- endmacro %}

{%- macro default__retry_rejected(models=none) -%}
    {%- set example = "    dbt run-operation debezium.retry_rejected --args '{models: [base_db2__customers]}'" -%}
    {%- set nodes = debezium._bases('retry_rejected', models, example) -%}
    {%- set to_retry = [] -%}
    {%- for node in nodes -%}
        {%- set base = debezium._relation_of(node) -%}
        {%- set progress = loop.index ~ " of " ~ nodes | length ~ " " ~ base ~ ": " -%}
        {%- if load_relation(base) is none -%}
            {%- do print(progress ~ "not built yet") -%}
        {%- else -%}
            {%- set reasons = [] -%}
            {%- for reason, rows in run_query(
                "select coalesce(_reason, 'invalid_value') as reason, count(*) as landed_rows from " ~ base
                    ~ " where _class = 'rejected' or _invalid is not null group by all order by all"
            ).rows -%}
                {%- do reasons.append(rows | int ~ " " ~ reason) -%}
            {%- endfor -%}
            {%- set read_again = debezium._calling(['envelopes'], debezium._upstream(node.unique_id)) + [node] if reasons else [] -%}
            {%- do to_retry.extend(read_again | map(attribute='name')) -%}
            {%- do print(progress ~ (reasons | join(', ') or 'nothing rejected')) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set to_retry = to_retry | unique | list -%}
    {%- if to_retry -%}
        {%- do print(
            "to read them again: dbt build --select " ~ to_retry | join('+ ') ~ "+ --vars '{debezium__retry_rejected: ["
                ~ to_retry | join(', ') ~ "]}'"
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#- The models of these names that read landing; of none, all of the project. -#}
{%- macro _bases(macro, models, example) -%}
    {%- set called = ['unwrap', 'envelopes'] -%}
    {%- set nodes = [] -%}
    {%- for name in ([models] if models is string else models or []) -%}
        {%- do nodes.append(debezium._node(
            macro, name, called, 'a base model, one that calls debezium.unwrap or debezium.envelopes', example
        )) -%}
    {%- endfor -%}
    {%- do nodes.extend(debezium._calling(called) | selectattr('package_name', 'equalto', project_name)) if not models -%}
    {%- if not nodes -%}
        {%- do debezium._error(macro, "no model of this project calls debezium.unwrap or debezium.envelopes. Run it in the project of your models", example) -%}
    {%- endif -%}
    {{ return(nodes) }}
{%- endmacro %}
