{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.later_loads(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    ref('base_postgresql'),
    layout='envelope',
    connector='postgresql',
    key=['id'],
    entity={'topic': 'srv.inventory.customers'},
) }}
