{#-
    Each landed row of a key with its outcome: the first step that it does not reach. Two steps show it:
    the events that count, and those that decide.
-#}
{%- macro _event_outcomes(inputs, key) -%}
{{ inputs.decided }},

landed_rows as (
    select
        landed._landing_id,
        landed._class,
        landed._reason,
        landed._op,
        landed._event_id,
        coalesce(counted._place, {{ debezium._place('landed.') | indent(8) }}) as _place,
        {{ debezium._place_parts('landed.').coordinates }} as coordinates,
        landed._topic_timestamp,
        landed._load,
        selected._landing_id is not null as is_selected,
        counted._landing_id is not null as is_counted,
        coalesce(counted._pending, false) as is_pending,
        coalesce(counted._is_uncertain, false) as is_uncertain,
        decisive_events._last_place
    from {{ inputs.base }} as landed
    left join {{ inputs.relation }} as selected
        on landed._landing_id = selected._landing_id
    left join {{ inputs.counted }} as counted
        on landed._landing_id = counted._landing_id
    left join decisive_events
        on landed._landing_id = decisive_events._landing_id
    where
        landed._key = {{ debezium._string_literal(key) }}
        or landed._class = 'truncate'
),

compared_rows as (
    select
        _landing_id,
        _class,
        _reason,
        _op,
        _place,
        coordinates,
        _topic_timestamp,
        _load,
        is_selected,
        is_counted,
        is_pending,
        is_uncertain,
        _last_place is not null as is_decided,
        max(_last_place) over () as deciding,
        min_by(struct(_landing_id, _place), if(is_counted, struct(_place, _landing_id), null)) over (
            partition by _class, _event_id
        ) as first_copy
    from landed_rows
)

select
    _landing_id as `landing id`,
    concat_ws(': ', _class, _reason) as class,
    _op as op,
    concat(
        if(_place.epoch > '0000', concat('epoch ', cast(_place.epoch as int), ' '), ''),
        coalesce(coordinates, 'none')
    ) as coordinates,
    cast(_place.arrival.`offset` as string) as arrival,
    cast(_topic_timestamp as string) as `topic timestamp`,
    cast(_load as string) as load,
    concat(
        {{ debezium._outcome(inputs) | indent(8) }},
        if(is_uncertain, '; its order is uncertain', '')
    ) as outcome
from compared_rows
where
    _class <> 'truncate'
    or first_copy is not null
order by
    not is_counted and first_copy is null,
    if(is_counted, _place, coalesce(first_copy._place, _place)),
    _landing_id
{%- endmacro %}
