select
    _key,
    _id,
    first_name,
    last_name,
    email,
    address_street,
    address_city,
    address_zip,
    phones,
    registered,
    balance,
    _source_at
from {{ ref('mongodb__customers') }}
where not _is_deleted
