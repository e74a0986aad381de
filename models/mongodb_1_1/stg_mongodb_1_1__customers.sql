select
    _landing_id,
    _key,
    _op,
    _position,
    _event_id,
    _source_at,
    _processed_at,
    _before,
    _after,
    _patch,
    _filter,
    _update_description,
    _id,
    first_name,
    last_name,
    email,
    _unavailable,
    _pending,
    _invalid,
    _extra,
    _load
from {{ ref('base_mongodb_1_1__customers') }}
where _class = 'data'
