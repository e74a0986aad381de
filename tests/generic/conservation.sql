{#- Every landed row is in the base table once, under one class, and in the ledger. -#}
{% test conservation(model, landing, landing_id, ledger) %}

with landed as (
    select count(distinct {{ landing_id }}) as landed_rows
    from {{ landing }}
),

classed as (
    select
        count(*) as classed_rows,
        count(distinct _landing_id) as distinct_rows,
        count_if(_class is null or (_class = 'rejected') <> (_reason is not null)) as unclear_rows
    from {{ model }}
),

entered as (
    select coalesce(sum(landed_rows), 0) as entered_rows
    from {{ ledger }}
    where landing = '{{ landing.schema }}.{{ landing.identifier }}'
)

select
    landed.landed_rows,
    classed.classed_rows,
    classed.distinct_rows,
    classed.unclear_rows,
    entered.entered_rows
from landed
cross join classed
cross join entered
where
    landed.landed_rows <> classed.classed_rows
    or landed.landed_rows <> classed.distinct_rows
    or landed.landed_rows <> entered.entered_rows
    or classed.unclear_rows > 0

{% endtest %}
