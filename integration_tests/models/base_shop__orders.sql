{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'orders'),
    layout='kafka',
    connector='sqlserver',
    key=['id'],
    entity={'db': 'shop', 'schema': 'dbo', 'table': 'orders'},
) }}
