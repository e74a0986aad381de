{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_version_id',
    full_refresh=debezium.full_refresh(),
    post_hook='delete from {{ this }} where _is_obsolete',
) }}

{{ debezium.history(ref('stg_sqlserver__customers'), base=ref('base_sqlserver__customers')) }}
