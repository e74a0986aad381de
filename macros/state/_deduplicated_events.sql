{#-
    Of an event that arrived more than once the first counts. Where differing events share coordinates, as the
    changes and truncates of one transaction may, the last arrival counts too, unless it repeats the last event
    that counts: repeated or not, it is how they ended. Then, whether an event's order is unknown: `_is_uncertain`.
-#}
{%- macro _deduplicated_events(event, has_tombstones) -%}
numbered_arrivals as (
    select
        _key,
        _place,
        _has_coordinates,
        {{ debezium._select(event) }},
        row_number() over (
            partition by _key, _kind, if(_kind = 'tombstone', _landing_id, cast(_event_id as string))
            order by _place, _landing_id
        ) as _copy_number,
        _has_coordinates and min(_event_id) over place <> max(_event_id) over place as _is_tied,
        coalesce(
            min(_place.arrival.topic_partition) over place <> max(_place.arrival.topic_partition) over place,
            true
        ) as _tie_partitions_differ,
        -- a read comes before a truncate in another topic partition
        if(_kind = 'truncate' and _has_coordinates, null, _place.arrival.topic_partition) as _compared_partition,
        row_number() over (
            partition by _key, _has_coordinates, _place.epoch, _place.coordinates
            order by _place desc, _landing_id desc
        ) as _tie_rank_from_last
    from positioned_events
    -- in the order of `_tie_rank_from_last`, so that one sort does for both
    window place as (
        partition by _key, _has_coordinates, _place.epoch, _place.coordinates
        order by _place desc, _landing_id desc
        rows between unbounded preceding and unbounded following
    )
),

first_and_last_arrivals as (
    select
        _key,
        _place,
        _has_coordinates,
        {{ debezium._select(event) }},
        _copy_number,
        _is_tied,
        _tie_partitions_differ,
        _compared_partition,
        lead(_event_id) over (
            partition by _key, _has_coordinates, _place.epoch, _place.coordinates
            order by _place desc, _landing_id desc
        ) as _event_id_before
    from numbered_arrivals
    where _copy_number = 1 or (_is_tied and _tie_rank_from_last = 1)
),

distinct_events as (
    select
        _key,
        _place,
        {{ debezium._select(event) }},
        _is_tied,
        {% if has_tombstones %}_may_be_of_other_table
        or {% endif %}(
            _kind = 'event'
            and (
                (_is_tied and _tie_partitions_differ)
                -- streamed coordinates decrease while offsets grow: an undeclared epoch
                or coalesce(
                    _has_coordinates
                    and _place.arrival.topic_partition is not null
                    and _op <> 'r'
                    and _place.coordinates < max(
                        if(_has_coordinates and _op <> 'r', _place.coordinates, null)
                    ) over (
                        partition by _key, _kind, _place.epoch, _place.arrival.topic_partition
                        order by _place.arrival.`offset`
                        rows between unbounded preceding and 1 preceding
                    ),
                    false
                )
                -- coordinates of two servers do not compare
                or coalesce(
                    min(_place.origin.server) over of_epoch <> max(_place.origin.server) over of_epoch,
                    false
                )
            )
        )
        -- without coordinates, offsets cannot order several partitions, nor rows without a partition
        or (
            not _has_coordinates
            and if(
                _place.arrival.topic_partition is null,
                _place.arrival.`offset` > min(_place.arrival.`offset`) over of_key
                or (_op <> 'r' and min(_kind) over of_key <> max(_kind) over of_key),
                coalesce(min(_compared_partition) over of_key <> max(_compared_partition) over of_key, false)
                or (
                    _kind = 'event'
                    and _op <> 'r'
                    and min(_place.arrival.topic_partition) over of_key
                    <> max(_place.arrival.topic_partition) over of_key
                )
            )
        ) as _is_uncertain
    from first_and_last_arrivals
    where _copy_number = 1 or _event_id_before <> _event_id
    window
        of_key as (
            partition by _key
            order by _kind, _place.epoch, _place.arrival.topic_partition, _place.arrival.`offset`
            rows between unbounded preceding and unbounded following
        ),
        of_epoch as (
            partition by _key, _kind, _place.epoch
            order by _place.arrival.topic_partition, _place.arrival.`offset`
            rows between unbounded preceding and unbounded following
        )
)
{%- endmacro %}
