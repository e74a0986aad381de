{#-
    The number of this load. A rebuilt table goes on from the one it replaces and from what its consumers have seen, so that they
    read it as news; dbt drops the old one first, hence the look at it now. So does one that is empty, from the consumers.
-#}
{%- macro _next_load(loaded) -%}
    {%- if execute and model.resource_type == 'model' and model.config.materialized in ['view', 'ephemeral'] -%}
        {%- do debezium._error(
            'unwrap', model.name ~ " numbers what it loads and is read by several models: it cannot be " ~ model.config.materialized,
            "    {{ config(materialized='incremental', incremental_strategy='merge', unique_key='_landing_id') }}"
        ) -%}
    {%- endif -%}
    {%- if loaded.rows -%}
        {{ return("(select coalesce(max(loaded._load), 0) + 1 from " ~ this ~ " as loaded)") }}
    {%- elif not execute or not this -%}
        {{ return('1L') }}
    {%- endif -%}
    {%- set loads = [0] -%}
    {%- for relation in [load_relation(this)] | select | list + debezium._downstream_tables(model.unique_id, '_load', ['incremental']) -%}
        {%- do loads.append(debezium._newest_load(relation)) -%}
    {%- endfor -%}
    {{ return((loads | max + 1) ~ 'L') }}
{%- endmacro %}
