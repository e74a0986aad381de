{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.base_merge_predicates(),
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.unwrap(
    source('landing', 'db2_struct'),
    layout='struct',
    connector='db2',
    key=['id'],
    entity={'db': 'mydatabase', 'schema': 'MYSCHEMA', 'table': 'CUSTOMERS'},
) }}
