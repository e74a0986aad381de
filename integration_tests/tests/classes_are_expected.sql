{#- Each landed row has its class, and the broken one keeps its text. -#}
with counted as (
    select
        sum(landed_rows) as landed_rows,
        sum(if(_class = 'data', landed_rows, 0)) as data_rows,
        sum(if(_class = 'tombstone', landed_rows, 0)) as tombstone_rows,
        sum(if(_class = 'rejected' and _reason = 'not_json', landed_rows, 0)) as broken_rows
    from {{ ref('conservation_ledger') }}
),

kept as (
    select count(*) as kept_rows
    from {{ ref('shop__orders__rejected') }}
    where _raw = r'{"before":null,"after":{"id":3,"sta'
)

select
    counted.landed_rows,
    counted.data_rows,
    counted.tombstone_rows,
    counted.broken_rows,
    kept.kept_rows
from counted
cross join kept
where
    counted.landed_rows <> 6
    or counted.data_rows <> 4
    or counted.tombstone_rows <> 1
    or counted.broken_rows <> 1
    or kept.kept_rows <> 1
