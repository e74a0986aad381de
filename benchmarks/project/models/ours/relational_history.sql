{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_version_id',
    partition_by='bucket(16, _version_id)',
    full_refresh=debezium.full_refresh(),
    post_hook='delete from {{ this }} where _is_obsolete',
) }}

{{ debezium.history(
    ref('stg_relational'),
    base=ref('base_relational'),
    columns=bench_columns('relational'),
) }}
