{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.ledger(
    [
        [source('old_landing', 'postgresql'), ref('base_postgresql')],
        [source('old_landing', 'postgresql'), ref('base_postgresql__customers')],
        [source('old_landing', 'postgresql'), ref('base_postgresql__toasty')],
        [source('old_landing', 'postgresql'), ref('base_postgresql__trunc_a')],
    ],
) }}
