{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.later_loads(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('old_landing', 'mongodb'),
    layout='kafka',
    connector='mongodb',
    key=['_id'],
    entity={'topic': 'fulfillment.inventory.customers'},
) }}
