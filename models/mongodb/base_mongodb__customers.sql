{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'mongodb'),
    layout='kafka',
    connector='mongodb',
    key=['_id'],
    entity={'topic': 'fulfillment.inventory.customers'},
) }}
