{#- The order of a key's events is certain: no server or lane was changed, and no coordinates fell, undeclared. -#}
{% test no_uncertain_order(model) %}

select
    _key,
    _op,
    _position
from {{ model }}
where _order_uncertain

{% endtest %}
