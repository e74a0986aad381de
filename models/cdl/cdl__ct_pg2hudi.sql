{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_key',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.current(ref('stg_cdl__ct_pg2hudi'), base=ref('base_cdl__ct_pg2hudi')) }}
