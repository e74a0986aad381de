{#- Every event with a key has been folded into the current state, once or as a repeat. -#}
{% test folded(model, events) %}

with counted as (
    select
        _key,
        count(*) as event_rows
    from {{ events }}
    where _key is not null
    group by _key
)

select
    counted._key,
    counted.event_rows,
    state._events,
    state._repeats
from counted
left join {{ model }} as state
    on counted._key = state._key
where counted.event_rows <> coalesce(state._events + state._repeats, 0)

{% endtest %}
