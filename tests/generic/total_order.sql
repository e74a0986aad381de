{#- No two events of a key stand at one place, where neither coordinates nor arrival would tell which is the later. -#}
{% test total_order(model) %}

select
    _key,
    _position,
    _landing_table,
    _topic,
    _topic_partition,
    _topic_offset,
    count(distinct _event_id) as events_there
from {{ model }}
group by
    _key,
    _position,
    _landing_table,
    _topic,
    _topic_partition,
    _topic_offset
having count(distinct _event_id) > 1

{% endtest %}
