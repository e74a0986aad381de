{#- The events with their positions, without tombstones of the delete before them. -#}
{%- macro _event_positions(event, has_tombstones) -%}
{%- set epoch = '_epoch' if has_tombstones else '_place.epoch' -%}
{%- set change = "if(_kind = 'event' and _op <> 'r', _place.coordinates, null)" -%}
{% if has_tombstones -%}
with_tombstone_epochs as (
    select
        _key,
        _place,
        {{ debezium._select(event) }},
        -- a tombstone has no source block, so its epoch is unknown
        if(
            _kind = 'tombstone',
            max(_place.epoch) over in_partition,
            _place.epoch
        ) as _epoch,
        lag(_op) over in_partition as _op_before,
        lag(if(_kind = 'tombstone', _place.arrival.`offset`, null)) over in_partition as _tombstone_offset_before
    from with_key_totals
    window in_partition as (
        partition by _key, _place.arrival.topic_partition
        order by _place.arrival.`offset`, _landing_id
    )
),

{% endif -%}
-- the coordinates of what arrived before and after an event in its topic partition
-- events of one value have its offset
with_neighboring_coordinates as (
    select
        _key,
        _place,
        {{ debezium._select(event) }},
        {%- if has_tombstones %}
        _epoch,
        _op_before,
        _tombstone_offset_before,
        {%- endif %}
        max(_place.coordinates) over arrived as _highest_coordinates,
        max({{ change }}) over arrived as _highest_change_coordinates,
        lag({{ change }}) ignore nulls over arrived as _change_before,
        lead({{ change }}) ignore nulls over arrived as _change_after
    from {{ 'with_tombstone_epochs' if has_tombstones else 'with_key_totals' }}
    window arrived as (
        partition by _key, {{ epoch }}, _place.arrival.topic_partition
        order by _place.arrival.`offset`, _landing_id
    )
),

-- an event without coordinates comes after all that arrived before it in its topic partition, except some deletes
positioned_events as (
    select
        _key,
        struct(
            {{ epoch }} as epoch,
            coalesce(
                _place.coordinates,
                case
                    when _op <> 'd' then _highest_coordinates
                    -- a restart sent the change after the delete again, so the delete comes where it was sent first
                    when _change_after <= _highest_change_coordinates
                        then (
                            -- min ignores nulls, but a struct with a null is the least
                            min(
                                if(
                                    _op = 'd' and _place.coordinates is null,
                                    struct(_change_before as coordinates),
                                    null
                                )
                            ) over same_change_after
                        ).coordinates
                    -- a restart sent the change before the delete again
                    when _kind = 'event' and _change_before < _highest_change_coordinates then _change_before
                    -- a read shows a later state than the changes that the connector streams after it
                    when _change_after < _highest_coordinates then _change_after
                    else _highest_coordinates
                end
            ) as coordinates,
            _place.arrival as arrival,
            _place.origin as origin
        ) as _place,
        _place.coordinates is not null as _has_coordinates,
        {{ debezium._select(event) }}
    from with_neighboring_coordinates
    {%- if has_tombstones %}
    -- a tombstone after its delete has no effect, nor has a second one directly after it
    -- a later one belongs to a delete that log compaction removed
    where
        _kind <> 'tombstone'
        or not coalesce(_op_before = 'd', false)
        or (
            _place.arrival.topic_partition is not null
            and _place.arrival.`offset` > _tombstone_offset_before + 1
        )
    {%- endif %}
    window same_change_after as (partition by _key, {{ epoch }}, _place.arrival.topic_partition, _change_after)
)
{%- endmacro %}
