{#-
    Of an event that arrived more than once the first counts. Where differing events share coordinates, as the
    changes of one transaction may, the last arrival counts too: alike or not, it tells how they ended.
    Then, what of the order cannot be told: `_is_uncertain`.
-#}
{%- macro _sighted(event, has_tombstones) -%}
sighted as (
    select
        _key,
        _position,
        _has_coordinates,
        {{ debezium._select(event) }},
        row_number() over (
            partition by _key, _kind, if(_kind = 'tombstone', _landing_id, cast(_event_id as string))
            order by _position, _landing_id
        ) as _sighting,
        _has_coordinates
        and _kind = 'event'
        and min(_event_id) over place <> max(_event_id) over place as _is_tied,
        row_number() over (
            partition by _key, _kind, _has_coordinates, _position.epoch, _position.coordinates
            order by _position desc, _landing_id desc
        ) as _sighting_from_last
    from placed
    -- all in the order of that number, so that one sort does
    window place as (
        partition by _key, _kind, _has_coordinates, _position.epoch, _position.coordinates
        order by _position desc, _landing_id desc
        rows between unbounded preceding and unbounded following
    )
),

counted as (
    select
        _key,
        _position,
        {{ debezium._select(event) }},
        _is_tied,
        {% if has_tombstones %}_is_ambiguous
        or {% endif %}_kind = 'event'
        and (
            -- streamed coordinates fall within a topic partition: an epoch that is not declared
            coalesce(
                _has_coordinates
                and _position.arrival.lane is not null
                and _op <> 'r'
                and _position.coordinates < max(if(_has_coordinates and _op <> 'r', _position.coordinates, null)) over (
                    partition by _key, _kind, _position.epoch, _position.arrival.lane
                    order by _position.arrival.`offset`
                    rows between unbounded preceding and 1 preceding
                ),
                false
            )
            -- arrival would have to decide between lanes, or where there are none
            or coalesce(
                (not _has_coordinates or _is_tied)
                and min(_position.arrival.lane) over of_key <> max(_position.arrival.lane) over of_key,
                false
            )
            or (
                (not _has_coordinates or _is_tied)
                and _position.arrival.lane is null
                and _position.arrival.`offset` > min(_position.arrival.`offset`) over of_key
            )
            -- coordinates of two servers do not compare
            or coalesce(min(_position.origin.server) over of_epoch <> max(_position.origin.server) over of_epoch, false)
        ) as _is_uncertain
    from sighted
    where
        _sighting = 1
        or (_is_tied and _sighting_from_last = 1)
    window
        of_key as (
            partition by _key, _kind
            order by _position.epoch, _position.arrival.lane, _position.arrival.`offset`
            rows between unbounded preceding and unbounded following
        ),
        of_epoch as (
            partition by _key, _kind, _position.epoch
            order by _position.arrival.lane, _position.arrival.`offset`
            rows between unbounded preceding and unbounded following
        )
)
{%- endmacro %}
