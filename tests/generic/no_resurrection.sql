{#-
    No row is active after a delete of its key: with greater coordinates, or where these are equal, later in the
    same topic partition. Of a delete that arrived more than once the first counts. One without coordinates has those
    that current gives it: a restart may send it again, after a newer change.
-#}
{% test no_resurrection(model, events) %}

{%- do debezium._check_built('no_resurrection', model, events) %}
{%- set loads = debezium._loads_to_test(model, [events]) %}
{%- set checked = debezium._of_tested_keys(loads, [events, model]) %}
{%- set event = dict(debezium._same_names(['_landing_id', '_event_id', '_op', '_position']), _kind="'event'") %}

{{ debezium._tested_loads_note(loads) }}
with active_rows as (
    select
        _key,
        _position,
        {{ debezium._place() | indent(8) }} as place
    from {{ model }}
    {{ debezium._where(['not _is_deleted', checked]) }}
),

with_key_totals as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(event) }}
    from {{ events }}
    where _key in (select active_rows._key from active_rows)
),

{{ debezium._event_positions(event, false) }},

first_deletes as (
    select
        _key,
        _landing_id,
        _position,
        _place as place,
        row_number() over (partition by _key, _event_id order by _place, _landing_id) as sighting
    from positioned_events
    where _op = 'd'
)

select
    active_rows._key,
    active_rows._position as alive_at,
    deletes._position as deleted_at,
    deletes._landing_id as deleted_by
from active_rows
inner join first_deletes as deletes
    on
        active_rows._key = deletes._key
        and deletes.sighting = 1
where
    deletes.place.epoch > active_rows.place.epoch
    or (
        deletes.place.epoch = active_rows.place.epoch
        and deletes.place.coordinates > active_rows.place.coordinates
    )
    or (
        deletes.place.epoch = active_rows.place.epoch
        and coalesce(deletes.place.coordinates = active_rows.place.coordinates, true)
        and deletes.place.arrival.topic_partition = active_rows.place.arrival.topic_partition
        and deletes.place.arrival.`offset` >= active_rows.place.arrival.`offset`
    )

{% endtest %}
