{#-
    The number of this load. A rebuilt table continues from the table that it replaces and from its
    downstream models, so that they read it as new. dbt drops the old table first, so the number is found
    now. An empty table continues from its downstream models.
-#}
{%- macro _next_load(loaded) -%}
    {%- if execute and model.resource_type == 'model' and model.config.materialized in ['view', 'ephemeral'] -%}
        {%- do debezium._error(
            'unwrap', model.name ~ " must be incremental, because other models read the numbers of its loads, got: "
                ~ model.config.materialized ~ ". Correct its config, and keep its other settings",
            debezium._merging_config('_landing_id')
        ) -%}
    {%- endif -%}
    {%- if loaded.rows -%}
        {{ return("(select coalesce(max(loaded._load), 0) + 1 from " ~ this ~ " as loaded)") }}
    {%- elif not execute or not this -%}
        {{ return('1L') }}
    {%- endif -%}
    {%- set loads = [0] -%}
    {%- for relation in [load_relation(this)] | select | list + debezium._downstream_tables(model.unique_id) -%}
        {%- do loads.append(debezium._newest_load(relation)) -%}
    {%- endfor -%}
    {{ return((loads | max + 1) ~ 'L') }}
{%- endmacro %}
