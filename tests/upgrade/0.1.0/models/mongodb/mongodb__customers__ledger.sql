{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.ledger([[source('old_landing', 'mongodb'), ref('base_mongodb__customers')]]) }}
