{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'relational'),
    layout='kafka',
    connector='postgresql',
    key=['id'],
    columns=bench_columns('relational'),
) }}
