{#- No landed row is rejected; without its text, which would go into the table of `store_failures`. -#}
{% test no_rejected_rows(model) %}

select
    _landing_id,
    _reason,
    _load
from {{ model }}
where _class = 'rejected'

{% endtest %}
