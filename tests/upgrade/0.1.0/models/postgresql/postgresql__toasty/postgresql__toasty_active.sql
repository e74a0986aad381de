select
    _key,
    id,
    n,
    t,
    vc,
    j,
    js,
    b,
    ta,
    ia,
    la,
    ua,
    h,
    `x`,
    num,
    _source_at
from {{ ref('postgresql__toasty') }}
where not _is_deleted
