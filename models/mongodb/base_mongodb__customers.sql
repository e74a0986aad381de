{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.base_merge_predicates(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'mongodb'),
    layout='kafka',
    connector='mongodb',
    key=['_id'],
    entity={'topic': 'fulfillment.inventory.customers'},
) }}
