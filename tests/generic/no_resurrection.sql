{#-
    No row is alive behind a delete of its key: with greater coordinates, or where these do not tell, later in the
    same lane. Of a delete that arrived more than once the first counts.
-#}
{% test no_resurrection(model, events) %}

{%- do debezium._check_built('no_resurrection', model, events) %}

with alive as (
    select
        _key,
        _position
    from {{ model }}
    where not _is_deleted
),

deletes as (
    select
        _key,
        _landing_id,
        _position,
        row_number() over (partition by _key, _event_id order by _position, _landing_id) as sighting
    from {{ events }}
    where _op = 'd'
)

select
    alive._key,
    alive._position as alive_at,
    deletes._position as deleted_at,
    deletes._landing_id as deleted_by
from alive
inner join deletes
    on
        alive._key = deletes._key
        and deletes.sighting = 1
where
    deletes._position.epoch > alive._position.epoch
    or (
        deletes._position.epoch = alive._position.epoch
        and deletes._position.coordinates > alive._position.coordinates
    )
    or (
        deletes._position.epoch = alive._position.epoch
        and coalesce(deletes._position.coordinates = alive._position.coordinates, true)
        and deletes._position.arrival.lane = alive._position.arrival.lane
        and deletes._position.arrival.`offset` >= alive._position.arrival.`offset`
    )

{% endtest %}
