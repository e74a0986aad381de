select
    _key,
    id,
    v,
    _source_at
from {{ ref('postgresql__trunc_a') }}
where not _is_deleted
