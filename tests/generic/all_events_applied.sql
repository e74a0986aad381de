{#-
    Every event with a key is applied to the current state: it counts, is pending, or is a duplicate.
    A key of which only partial updates have been seen has no row yet, and a purged one no more, which a
    delete or a truncate has deleted.
-#}
{% test all_events_applied(model, events) %}

{%- do debezium._check_built('all_events_applied', model, events) %}
{%- set loads = debezium._loads_to_test(model, [events]) %}
{%- set truncated = debezium._base_with_truncates(model) %}

{{ debezium._tested_loads_note(loads) }}
with event_counts as (
    select
        _key,
        count(*) as event_rows,
        bool_or(not _pending and _unavailable is null) as is_known,
        max(struct({{ debezium._place() | indent(12) }} as place, _landing_id, _op)) as last_event
    from {{ events }}
    {%- if loads.after %}
    where {{ debezium._of_tested_keys(loads, [events, model]) | indent(4) }}
    {%- endif %}
    group by _key
)
{%- if truncated %},

truncates as (
    select {{ debezium._place() | indent(4) }} as place
    from {{ truncated }}
    where _class = 'truncate'
)
{%- endif %}

select
    event_counts._key,
    event_counts.event_rows,
    state._events,
    state._pending_events,
    state._duplicate_events
from event_counts
left join {{ model }} as state
    on event_counts._key = state._key
where
    event_counts.event_rows <> state._events + state._pending_events + state._duplicate_events
    or (
        state._key is null
        and event_counts.is_known
        and event_counts.last_event._op <> 'd'
        {%- if truncated %}
        -- of a read without coordinates it is not known whether the truncate came later
        and not exists (
            select 1
            from truncates
            where
                {{ debezium._empties('truncates.place', 'event_counts.last_event.place') | indent(16) }}
                and (
                    event_counts.last_event.place.coordinates is null
                    or truncates.place > event_counts.last_event.place
                )
        )
        {%- endif %}
    )

{% endtest %}
