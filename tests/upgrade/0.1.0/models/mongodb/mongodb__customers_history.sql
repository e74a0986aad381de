{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_version_id',
    full_refresh=debezium.full_refresh(),
    post_hook='delete from {{ this }} where _is_void',
) }}

{{ debezium.history(
    ref('stg_mongodb__customers'),
    base=ref('base_mongodb__customers'),
    connector='mongodb',
) }}
