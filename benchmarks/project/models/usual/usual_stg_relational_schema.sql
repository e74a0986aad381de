with events as (
    select
        cast(value as string) as value,
        timestamp as landed_at
    from {{ source('landing', 'relational_schema') }}
    where value is not null
)

select
    get_json_object(value, '$.payload.op') as op,
    cast(get_json_object(value, '$.payload.source.lsn') as bigint) as lsn,
    cast(get_json_object(value, '$.payload.ts_ms') as bigint) as ts_ms,
    landed_at,
    cast(get_json_object(value, '$.payload.after.id') as bigint) as id,
    get_json_object(value, '$.payload.after.name') as name,
    get_json_object(value, '$.payload.after.email') as email,
    cast(get_json_object(value, '$.payload.after.quantity') as int) as quantity,
    cast(get_json_object(value, '$.payload.after.price') as double) as price,
    cast(get_json_object(value, '$.payload.after.paid') as boolean) as paid,
    date_from_unix_date(cast(get_json_object(value, '$.payload.after.day') as int)) as day,
    cast(timestamp_micros(cast(get_json_object(value, '$.payload.after.changed_at') as bigint)) as timestamp_ntz) as changed_at,
    get_json_object(value, '$.payload.after.note') as note,
    cast(get_json_object(value, '$.payload.after.version') as bigint) as version
from events
