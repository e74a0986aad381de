{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.ledger({
    'landing.mongodb': ref('base_mongodb__customers'),
    'landing.mongodb_1_1': ref('base_mongodb_1_1__customers'),
    'landing.db2': ref('base_db2__customers'),
    'landing.db2_struct': ref('base_db2_struct__customers'),
    'landing.sqlserver': ref('base_sqlserver__customers'),
    'landing.cdl': ref('base_cdl__ct_pg2hudi'),
}) }}
