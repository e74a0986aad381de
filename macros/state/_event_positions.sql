{#-
    The events with their positions. One without coordinates comes after all that arrived before it in its
    topic partition. A tombstone of the delete before it is removed.
-#}
{%- macro _event_positions(event, has_tombstones) -%}
{%- set epoch = '_epoch' if has_tombstones else '_place.epoch' -%}
{%- set change = "if(_kind = 'event' and _op <> 'r', struct(_place.epoch, _place.coordinates), null)" -%}
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
        lag(if(_kind = 'tombstone', _place.arrival.`offset`, null)) over in_partition as _tombstone_before,
        max(
            {{ change }}
        ) over in_partition as _highest_change,
        lag(
            {{ change }}
        ) ignore nulls over in_partition as _change_before,
        lead(
            {{ change }}
        ) ignore nulls over in_partition as _change_after
    from with_key_totals
    window in_partition as (partition by _key, _place.arrival.topic_partition order by _place.arrival.`offset`)
),

{% endif -%}
-- an event without coordinates comes after all that arrived before it in its topic partition
{%- if has_tombstones %}
-- a tombstone after its delete has no effect, nor has a second one directly after it
-- one further on is of a delete that log compaction took
{%- endif %}
positioned_events as (
    select
        _key,
        struct(
            {{ epoch }} as epoch,
            coalesce(
                _place.coordinates,
                -- a delete is of the event before it, which may have been sent again
                if(_kind = 'event' and _op = 'd', last_value(_place.coordinates, true) over arrived, null),
                {%- if has_tombstones %}
                -- a read shows a later state than the changes that the connector streams after it
                if(
                    _kind = 'tombstone'
                    and _change_after.epoch = _epoch
                    and not coalesce(_change_after <= _change_before, false),
                    if(
                        -- a restart sent that change again, and the delete before it
                        _change_after <= _highest_change,
                        _change_before.coordinates,
                        least(_change_after.coordinates, max(_place.coordinates) over arrived)
                    ),
                    null
                ),
                {%- endif %}
                max(_place.coordinates) over arrived
            ) as coordinates,
            _place.arrival as arrival,
            _place.origin as origin
        ) as _place,
        _place.coordinates is not null as _has_coordinates,
        {{ debezium._select(event) }}
    from {{ 'with_tombstone_epochs' if has_tombstones else 'with_key_totals' }}
    {%- if has_tombstones %}
    where
        _kind <> 'tombstone'
        or not coalesce(_op_before = 'd', false)
        or (
            _place.arrival.topic_partition is not null
            and _place.arrival.`offset` > _tombstone_before + 1
        )
    {%- endif %}
    window arrived as (
        partition by _key, {{ epoch }}, _place.arrival.topic_partition
        order by _place.arrival.`offset`
    )
)
{%- endmacro %}
