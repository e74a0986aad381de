{#- No two events of a key stand at one place, where neither coordinates nor arrival would tell which is the later. -#}
{% test total_order(model) %}

select
    _key,
    _position.epoch as epoch,
    _position.coordinates as coordinates,
    _position.arrival as arrival,
    count(distinct _event_id) as events_there
from {{ model }}
group by
    _key,
    _position.epoch,
    _position.coordinates,
    _position.arrival
having count(distinct _event_id) > 1

{% endtest %}
