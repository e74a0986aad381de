{#-
    Every event with a key has been folded into the current state, once or as a repeat. A key of which
    only partial updates have been seen has no row yet.
-#}
{% test folded(model, events) %}

with counted as (
    select
        _key,
        count(*) as event_rows
    from {{ events }}
    group by _key
    having bool_or(_op = 'd' or (not _pending and _unavailable is null))
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
