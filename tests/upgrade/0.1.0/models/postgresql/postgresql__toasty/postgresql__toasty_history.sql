{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_version_id',
    full_refresh=debezium.full_refresh(),
    post_hook='delete from {{ this }} where _is_void',
) }}

{{ debezium.history(ref('stg_postgresql__toasty'), base=ref('base_postgresql__toasty')) }}
