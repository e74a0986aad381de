select
    _landing_id,
    _key,
    _op,
    _position,
    _event_id,
    _source_at,
    _landed_at,
    _processed_at,
    id,
    v,
    _unavailable,
    _pending,
    _invalid,
    _extra,
    _load
from {{ ref('base_postgresql__trunc_a') }}
where _class = 'data'
