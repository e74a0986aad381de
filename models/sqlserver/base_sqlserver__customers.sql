{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.base_merge_predicates(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'sqlserver'),
    layout='kafka',
    connector='sqlserver',
    key=['id'],
    entity={'db': 'testDB', 'schema': 'dbo', 'table': 'customers'},
) }}
