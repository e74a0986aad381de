select
    _landing_id,
    _landing_table,
    _topic,
    _topic_partition,
    _topic_offset,
    _key,
    _op,
    _position,
    _server,
    _collection,
    _event_id,
    _source_at,
    _topic_timestamp,
    id,
    status,
    amount,
    placed_at,
    _unavailable,
    _pending,
    _invalid,
    _load
from {{ ref('base_shop__orders') }}
where _class = 'data'
