{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.base_merge_predicates(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'cdl'),
    layout='cdl',
    connector='cdl',
    key=['id'],
    entity={'schema': 'public', 'table': 'ct_pg2hudi'},
) }}
