{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_key',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.current(ref('stg_postgresql__trunc_a'), base=ref('base_postgresql__trunc_a')) }}
