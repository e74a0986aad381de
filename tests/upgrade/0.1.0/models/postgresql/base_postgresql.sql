{{ config(
    materialized='incremental',
    incremental_strategy='merge',
    unique_key='_landing_id',
    incremental_predicates=debezium.later_loads(),
    partition_by='_topic',
    full_refresh=debezium.full_refresh(),
) }}

{{ debezium.envelopes(
    source('old_landing', 'postgresql'),
    layout='kafka',
    connector='postgresql',
    entities=[
        {'topic': 'srv.inventory.customers'},
        {'topic': 'srv.inventory.toasty'},
        {'topic': 'srv.inventory.trunc_a'},
    ],
) }}
