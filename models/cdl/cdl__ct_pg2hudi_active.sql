select
    _key,
    id,
    count1,
    time1,
    decimal_num,
    _source_at
from {{ ref('cdl__ct_pg2hudi') }}
where not _is_deleted
