select
    _key,
    _id,
    first_name,
    last_name,
    email,
    _source_at
from {{ ref('mongodb_1_1__customers') }}
where not _is_deleted
