{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_key',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.current(
    ref('stg_mongodb_1_1__customers'),
    base=ref('base_mongodb_1_1__customers'),
    connector='mongodb',
) }}
