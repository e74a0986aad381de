{#-
    The `incremental_predicates` of a base model that merges by `_landing_id`: only loads after the model
    was compiled are compared. There are none, unless another dbt process loads the same rows meanwhile.
    Then the table format detects the conflict, one process fails, and no row is in base twice.
-#}
{%- macro base_merge_predicates() -%}
    {{ return(adapter.dispatch('base_merge_predicates', 'debezium')()) }}
{%- endmacro %}

{%- macro default__base_merge_predicates() -%}
    {{ return(["${" ~ debezium._base_merge_predicates_name() ~ "}"]) }}
{%- endmacro %}

{#-
    dbt reads a model's config at parse time, not at run time. Spark replaces this name when the model
    runs.
-#}
{%- macro _base_merge_predicates_name() -%}
    {{ return("debezium." ~ model.unique_id) }}
{%- endmacro %}

{#- Hudi looks rows up by their key alone. -#}
{%- macro _record_loads(loaded) -%}
    {%- if execute and is_incremental() and config.get('incremental_predicates') -%}
        {%- do run_query("set " ~ debezium._base_merge_predicates_name() ~ " = " ~ (
            "DBT_INTERNAL_SOURCE._landing_id = DBT_INTERNAL_DEST._landing_id" if config.get('file_format') == 'hudi'
            else "DBT_INTERNAL_DEST._load > " ~ (0 if debezium._is_retried() else loaded.newest)
        )) -%}
    {%- endif -%}
{%- endmacro %}

{#- Whether this run reads again what the model could not use: what is landed still takes the place of the rejected row. -#}
{%- macro _is_retried() -%}
    {{ return(debezium._is_named('base_merge_predicates', 'debezium__retry_rejected')) }}
{%- endmacro %}
