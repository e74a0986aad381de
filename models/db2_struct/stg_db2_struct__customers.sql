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
    first_name,
    last_name,
    email,
    _unavailable,
    _pending,
    _invalid,
    _extra,
    _load
from {{ ref('base_db2_struct__customers') }}
where _class = 'data'
