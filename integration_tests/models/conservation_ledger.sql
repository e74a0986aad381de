{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.ledger([[source('landing', 'orders'), ref('base_shop__orders')]]) }}
