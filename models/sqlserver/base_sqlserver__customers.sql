{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'sqlserver'),
    layout='kafka',
    connector='sqlserver',
    key=['id'],
    entity={'db': 'testDB', 'schema': 'dbo', 'table': 'customers'},
) }}
