select
    _key,
    _repeats,
    _waiting
from {{ ref('postgresql__customers') }}
where _repeats > 0
