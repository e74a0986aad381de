{#-
    An incremental model merges by the id of its rows. Without an id, or with dbt-spark's default, which
    appends, its rows would be there twice. A base model may append, because it excludes loaded rows
    itself, but not while it reads rejected rows again.
-#}
{%- macro _check_incremental(macro, id) -%}
    {%- set settings = model.config or {} -%}
    {%- if not execute or model.resource_type != 'model' or settings.materialized != 'incremental' -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set ids = [settings.unique_key] if settings.unique_key is string else settings.unique_key or [] -%}
    {%- set appends = id == '_landing_id' and settings.incremental_strategy == 'append' and not debezium._is_retried() -%}
    {%- if not appends and (settings.incremental_strategy != 'merge' or ids != [id]) -%}
        {%- do debezium._error(
            macro,
            model.name ~ " is incremental and must merge by " ~ id
                ~ (", because debezium__retry_rejected needs merge" if id == '_landing_id' and settings.incremental_strategy == 'append')
                ~ ", got: incremental_strategy " ~ (settings.incremental_strategy or 'nothing')
                ~ ", unique_key " ~ (ids | join(', ') or 'nothing') ~ ". Correct its config, and keep its other settings",
            debezium._merging_config(id)
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#-
    A view in Iceberg's catalog cannot contain named windows: Spark does not find them when it reads the
    view.
-#}
{%- macro _check_no_view(macro) -%}
    {%- set settings = model.config or {} -%}
    {%- if execute and model.resource_type == 'model' and settings.materialized == 'view' and settings.file_format == 'iceberg' -%}
        {%- do debezium._error(
            macro, model.name ~ " cannot be an Iceberg view, because its SQL has named windows. Materialize it as table or incremental",
            "    {" ~ "{ config(materialized='table') }" ~ "}"
        ) -%}
    {%- endif -%}
{%- endmacro %}
