with events as (
    select
        cast(value as string) as value,
        get_json_object(cast(value as string), '$.after') as document,
        timestamp as landed_at
    from {{ source('landing', 'mongodb_10') }}
    where value is not null
)

select
    get_json_object(value, '$.op') as op,
    cast(get_json_object(value, '$.source.ts_ms') as bigint) as source_ts_ms,
    cast(get_json_object(value, '$.source.ord') as bigint) as ord,
    cast(get_json_object(value, '$.ts_ms') as bigint) as ts_ms,
    landed_at,
    cast(get_json_object(document, '$._id') as bigint) as _id,
    get_json_object(document, '$.name') as name,
    get_json_object(document, '$.email') as email,
    cast(get_json_object(document, '$.quantity') as int) as quantity,
    cast(get_json_object(document, '$.price') as double) as price,
    cast(get_json_object(document, '$.paid') as boolean) as paid,
    timestamp_millis(cast(get_json_object(document, '$.created.$date') as bigint)) as created,
    cast(get_json_object(document, '$.total.$numberDecimal') as decimal(12, 2)) as total,
    get_json_object(document, '$.note') as note,
    cast(get_json_object(document, '$.version.$numberLong') as bigint) as version
from events
