{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'mongodb_1_1'),
    layout='kafka',
    connector='mongodb',
    key=['_id'],
) }}
