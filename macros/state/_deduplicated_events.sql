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
        _has_coordinates and min(_event_id) over same_coordinates <> max(_event_id) over same_coordinates as _is_tied,
        coalesce(
            min(_place.arrival.topic_partition) over same_coordinates
            <> max(_place.arrival.topic_partition) over same_coordinates,
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
    window same_coordinates as (
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
        {{ debezium._is_uncertain(has_tombstones) | indent(8) }} as _is_uncertain
    from first_and_last_arrivals
    where _copy_number = 1 or _event_id_before <> _event_id
    {{ debezium._windows_of_uncertain_order(has_tombstones) | indent }}
)
{%- endmacro %}
