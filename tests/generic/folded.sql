{#-
    Every event with a key has been folded into the current state: it counts, waits for a document, or is a repeat.
    A key of which only partial updates have been seen has no row yet.
-#}
{% test folded(model, events) %}

{%- do debezium._check_built('folded', model, events) %}

with counted as (
    select
        _key,
        count(*) as event_rows,
        bool_or(_op = 'd' or (not _pending and _unavailable is null)) as is_known
    from {{ events }}
    group by _key
)

select
    counted._key,
    counted.event_rows,
    state._events,
    state._waiting,
    state._repeats
from counted
left join {{ model }} as state
    on counted._key = state._key
where
    counted.event_rows <> state._events + state._waiting + state._repeats
    or (state._key is null and counted.is_known)

{% endtest %}
