{#-
    No row is alive behind a delete of its key: with greater coordinates, or where these are equal, later in the
    same lane. Of a delete that arrived more than once the first counts.
-#}
{% test no_resurrection(model, events) %}

{%- do debezium._check_built('no_resurrection', model, events) %}

with alive as (
    select
        _key,
        _position,
        {{ debezium._place() | indent(8) }} as place
    from {{ model }}
    where not _is_deleted
),

deletes as (
    select
        _key,
        _landing_id,
        _event_id,
        _position,
        {{ debezium._place() | indent(8) }} as place
    from {{ events }}
    where _op = 'd'
),

first_deletes as (
    select
        _key,
        _landing_id,
        _position,
        place,
        row_number() over (partition by _key, _event_id order by place, _landing_id) as sighting
    from deletes
)

select
    alive._key,
    alive._position as alive_at,
    deletes._position as deleted_at,
    deletes._landing_id as deleted_by
from alive
inner join first_deletes as deletes
    on
        alive._key = deletes._key
        and deletes.sighting = 1
where
    deletes.place.epoch > alive.place.epoch
    or (
        deletes.place.epoch = alive.place.epoch
        and deletes.place.coordinates > alive.place.coordinates
    )
    or (
        deletes.place.epoch = alive.place.epoch
        and coalesce(deletes.place.coordinates = alive.place.coordinates, true)
        and deletes.place.arrival.topic_partition = alive.place.arrival.topic_partition
        and deletes.place.arrival.`offset` >= alive.place.arrival.`offset`
    )

{% endtest %}
