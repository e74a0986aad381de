{#-
    Every event with a key is applied to the current state: it counts, is pending, or is a duplicate.
    A key of which only partial updates have been seen has no row yet, and a purged one no more.
-#}
{% test all_events_applied(model, events) %}

{%- do debezium._check_built('all_events_applied', model, events) %}
{%- set loads = debezium._loads_to_test(model, [events]) %}

{{ debezium._tested_loads_note(loads) }}
with counted as (
    select
        _key,
        count(*) as event_rows,
        bool_or(not _pending and _unavailable is null) as is_known,
        max_by(_op, struct({{ debezium._place() | indent(12) }}, _landing_id)) as last_op
    from {{ events }}
    {%- if loads.after %}
    where {{ debezium._of_tested_keys(loads, [events, model]) | indent(4) }}
    {%- endif %}
    group by _key
)

select
    counted._key,
    counted.event_rows,
    state._events,
    state._pending_events,
    state._duplicate_events
from counted
left join {{ model }} as state
    on counted._key = state._key
where
    counted.event_rows <> state._events + state._pending_events + state._duplicate_events
    or (state._key is null and counted.is_known and counted.last_op <> 'd')

{% endtest %}
