{{ config(materialized='table') }}

{{ debezium.unwrap(
    source('landing', 'orders'),
    layout='kafka',
    connector='sqlserver',
    key=['order_id'],
    columns={
        'order_id': {'data_type': 'bigint', 'path': 'id'},
        'amount': 'double',
    },
) }}
