{#-
    Of an event that arrived more than once the first counts. Where differing events share coordinates, as the
    changes and truncates of one transaction may, the last arrival counts too: repeated or not, it is how they
    ended. Then, whether an event's order is unknown: `_is_uncertain`.
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
        _has_coordinates and min(_event_id) over place <> max(_event_id) over place as _is_tied,
        coalesce(min(_position.arrival.lane) over place <> max(_position.arrival.lane) over place, true) as _is_apart,
        -- a read comes before a truncate in another topic partition
        if(_kind = 'truncate' and _has_coordinates, null, _position.arrival.lane) as _compared_lane,
        row_number() over (
            partition by _key, _has_coordinates, _position.epoch, _position.coordinates
            order by _position desc, _landing_id desc
        ) as _sighting_from_last
    from placed
    -- all in the order of that number, so that one sort does
    window place as (
        partition by _key, _has_coordinates, _position.epoch, _position.coordinates
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
        or {% endif %}(
            _kind = 'event'
            and (
                (_is_tied and _is_apart)
                -- streamed coordinates fall within a topic partition: an epoch that is not declared
                or coalesce(
                    _has_coordinates
                    and _position.arrival.lane is not null
                    and _op <> 'r'
                    and _position.coordinates < max(
                        if(_has_coordinates and _op <> 'r', _position.coordinates, null)
                    ) over (
                        partition by _key, _kind, _position.epoch, _position.arrival.lane
                        order by _position.arrival.`offset`
                        rows between unbounded preceding and 1 preceding
                    ),
                    false
                )
                -- coordinates of two servers do not compare
                or coalesce(
                    min(_position.origin.server) over of_epoch <> max(_position.origin.server) over of_epoch,
                    false
                )
            )
        )
        -- without coordinates arrival would have to decide between partitions, or without partitions
        or (
            not _has_coordinates
            and if(
                _position.arrival.lane is null,
                _position.arrival.`offset` > min(_position.arrival.`offset`) over of_key
                or (_op <> 'r' and min(_kind) over of_key <> max(_kind) over of_key),
                coalesce(min(_compared_lane) over of_key <> max(_compared_lane) over of_key, false)
                or (
                    _kind = 'event'
                    and _op <> 'r'
                    and min(_position.arrival.lane) over of_key <> max(_position.arrival.lane) over of_key
                )
            )
        ) as _is_uncertain
    from sighted
    where
        _sighting = 1
        or (_is_tied and _sighting_from_last = 1)
    window
        of_key as (
            partition by _key
            order by _kind, _position.epoch, _position.arrival.lane, _position.arrival.`offset`
            rows between unbounded preceding and unbounded following
        ),
        of_epoch as (
            partition by _key, _kind, _position.epoch
            order by _position.arrival.lane, _position.arrival.`offset`
            rows between unbounded preceding and unbounded following
        )
)
{%- endmacro %}
