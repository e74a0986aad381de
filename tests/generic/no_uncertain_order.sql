{#- The order of a key's events is certain: no undeclared change of server or topic partition, and no undeclared fall of coordinates. -#}
{% test no_uncertain_order(model) %}

select
    _key,
    _op,
    _position
from {{ model }}
where _order_uncertain

{% endtest %}
