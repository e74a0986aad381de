{#- No two events of a key share a position, where neither coordinates nor arrival show which is later. -#}
{% test total_order(model) %}

with events as (
    select
        _key,
        _event_id,
        {{ debezium._place() | indent(8) }} as place
    from {{ model }}
)

select
    _key,
    place.epoch as epoch,
    place.coordinates as coordinates,
    place.arrival as arrival,
    count(distinct _event_id) as events_there
from events
group by
    _key,
    place.epoch,
    place.coordinates,
    place.arrival
having count(distinct _event_id) > 1

{% endtest %}
