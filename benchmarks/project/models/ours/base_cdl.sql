{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'cdl'),
    layout='cdl',
    connector='cdl',
    key=['id'],
    columns=bench_columns('cdl'),
) }}
