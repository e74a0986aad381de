{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_key',
    partition_by='bucket(16, _key)',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.current(
    ref('stg_relational'),
    base=ref('base_relational'),
    columns=bench_columns('relational'),
) }}
