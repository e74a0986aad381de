{#- A column by get_json_object each, as most people write it. -#}
{% macro usual_relational(shape, row='$.after', op='$.op', lsn='$.source.lsn', ts_ms='$.ts_ms') %}
with events as (
    select
        cast(value as string) as value,
        timestamp as landed_at
    from {{ source('landing', shape) }}
    where value is not null
)

select
    get_json_object(value, '{{ op }}') as op,
    cast(get_json_object(value, '{{ lsn }}') as bigint) as lsn,
    cast(get_json_object(value, '{{ ts_ms }}') as bigint) as ts_ms,
    landed_at,
    cast(get_json_object(value, '{{ row }}.id') as bigint) as id,
    get_json_object(value, '{{ row }}.name') as name,
    get_json_object(value, '{{ row }}.email') as email,
    cast(get_json_object(value, '{{ row }}.quantity') as int) as quantity,
    cast(get_json_object(value, '{{ row }}.price') as double) as price,
    cast(get_json_object(value, '{{ row }}.paid') as boolean) as paid,
    date_from_unix_date(cast(get_json_object(value, '{{ row }}.day') as int)) as day,
    cast(timestamp_micros(cast(get_json_object(value, '{{ row }}.changed_at') as bigint)) as timestamp_ntz) as changed_at,
    get_json_object(value, '{{ row }}.note') as note,
    cast(get_json_object(value, '{{ row }}.version') as bigint) as version
from events
{% endmacro %}

{% macro usual_mongodb(shape) %}
with events as (
    select
        cast(value as string) as value,
        get_json_object(cast(value as string), '$.after') as document,
        timestamp as landed_at
    from {{ source('landing', shape) }}
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
    {%- for number in range(bench_wider(shape)) %},
    {{ "get_json_object(document, '$.more_" ~ number ~ "')" if number is odd else "cast(get_json_object(document, '$.more_" ~ number ~ "') as bigint)" }} as more_{{ number }}
    {%- endfor %}
from events
{% endmacro %}
