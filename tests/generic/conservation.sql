{#- Every landed row is in the base table once, under one class. -#}
{% test conservation(model, landing, landing_id) %}

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
)

select
    landed.landed_rows,
    classed.classed_rows,
    classed.distinct_rows,
    classed.unclear_rows
from landed
cross join classed
where
    landed.landed_rows <> classed.classed_rows
    or classed.classed_rows <> classed.distinct_rows
    or classed.unclear_rows > 0

{% endtest %}
