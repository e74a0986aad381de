{#-
    Whether the order of an event is unknown. An epoch orders its events after those of the epochs before it, so that only those of
    one epoch are compared.
-#}
{%- macro _is_uncertain(has_tombstones) -%}
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
                partition by _key, _place.epoch, _kind, _place.arrival.topic_partition
                order by _place.arrival.`offset`, _landing_id
                rows between unbounded preceding and 1 preceding
            ),
            false
        )
        -- coordinates of two servers do not compare
        or coalesce(
            min(_place.origin.server) over of_kind <> max(_place.origin.server) over of_kind,
            false
        )
    )
)
-- without coordinates, offsets cannot order several partitions, nor rows without a partition
or (
    not _has_coordinates
    and if(
        _place.arrival.topic_partition is null,
        _place.arrival.`offset` > min(_place.arrival.`offset`) over of_epoch
        or (_op <> 'r' and min(_kind) over of_epoch <> max(_kind) over of_epoch),
        coalesce(min(_compared_partition) over of_epoch <> max(_compared_partition) over of_epoch, false)
        or (
            _kind = 'event'
            and _op <> 'r'
            and min(_place.arrival.topic_partition) over of_epoch
            <> max(_place.arrival.topic_partition) over of_epoch
        )
    )
)
{%- if has_tombstones %}
-- the epoch of a tombstone is that of the events before it in its partition, or a later one
or (
    _kind = 'tombstone'
    and _place.epoch < max(_place.epoch) over of_key
    and coalesce(min(_compared_partition) over of_key <> max(_compared_partition) over of_key, true)
)
{%- endif %}
{%- endmacro %}

{%- macro _windows_of_uncertain_order(has_tombstones) -%}
-- each in the order of the last, so that one sort does for all
window
    {%- if has_tombstones %}
    of_key as (
        partition by _key
        order by _place.epoch, _kind, _place.arrival.topic_partition, _place.arrival.`offset`, _landing_id
        rows between unbounded preceding and unbounded following
    ),
    {%- endif %}
    of_epoch as (
        partition by _key, _place.epoch
        order by _kind, _place.arrival.topic_partition, _place.arrival.`offset`, _landing_id
        rows between unbounded preceding and unbounded following
    ),
    of_kind as (
        partition by _key, _place.epoch, _kind
        order by _place.arrival.topic_partition, _place.arrival.`offset`, _landing_id
        rows between unbounded preceding and unbounded following
    )
{%- endmacro %}
