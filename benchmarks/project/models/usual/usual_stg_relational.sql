with events as (
    select
        cast(value as string) as value,
        timestamp as landed_at
    from {{ source('landing', 'relational') }}
    where value is not null
)

select
    get_json_object(value, '$.op') as op,
    cast(get_json_object(value, '$.source.lsn') as bigint) as lsn,
    cast(get_json_object(value, '$.ts_ms') as bigint) as ts_ms,
    landed_at,
    cast(get_json_object(value, '$.after.id') as bigint) as id,
    get_json_object(value, '$.after.name') as name,
    get_json_object(value, '$.after.email') as email,
    cast(get_json_object(value, '$.after.quantity') as int) as quantity,
    cast(get_json_object(value, '$.after.price') as double) as price,
    cast(get_json_object(value, '$.after.paid') as boolean) as paid,
    date_from_unix_date(cast(get_json_object(value, '$.after.day') as int)) as day,
    cast(timestamp_micros(cast(get_json_object(value, '$.after.changed_at') as bigint)) as timestamp_ntz) as changed_at,
    get_json_object(value, '$.after.note') as note,
    cast(get_json_object(value, '$.after.version') as bigint) as version
from events
