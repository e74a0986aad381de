{#- Columns that the model declares itself have their own names, paths and types. -#}
select
    count(*) as event_rows,
    sum(order_id) as order_ids,
    round(sum(amount), 2) as amounts
from {{ ref('order_amounts') }}
where _class = 'data'
having
    event_rows <> 4
    or order_ids <> 6
    or amounts <> 25.2
    or typeof(max(order_id)) <> 'bigint'
    or typeof(max(amount)) <> 'double'
