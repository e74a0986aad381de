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
    count1,
    time1,
    decimal_num,
    _unavailable,
    _pending,
    _invalid,
    _extra,
    _load
from {{ ref('base_cdl__ct_pg2hudi') }}
where _class = 'data'
