select
    _key,
    id,
    first_name,
    last_name,
    email,
    _source_at
from {{ ref('db2_struct__customers') }}
where not _is_deleted
