{{ config(
    materialized='incremental',
    incremental_strategy='append',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.ledger([
    [source('landing', 'mongodb'), ref('base_mongodb__customers')],
    [source('landing', 'mongodb_1_1'), ref('base_mongodb_1_1__customers')],
    [source('landing', 'db2'), ref('base_db2__customers')],
    [source('landing', 'db2_struct'), ref('base_db2_struct__customers')],
    [source('landing', 'sqlserver'), ref('base_sqlserver__customers')],
    [source('landing', 'cdl'), ref('base_cdl__ct_pg2hudi')],
]) }}
