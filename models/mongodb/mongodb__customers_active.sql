select
    _key,
    _id,
    first_name,
    last_name,
    email,
    city,
    registered,
    balance,
    phones,
    _source_at
from {{ ref('mongodb__customers') }}
where not _is_deleted
