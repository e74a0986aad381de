{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.later_loads(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'relational_schema'),
    layout='kafka',
    connector='postgresql',
    key=['id'],
    columns=bench_columns('relational_schema'),
) }}
