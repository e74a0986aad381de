select
    _key,
    id,
    first_name,
    last_name,
    email,
    created_at,
    balance,
    remark,
    vip,
    note,
    phone,
    _source_at
from {{ ref('postgresql__customers') }}
where not _is_deleted
