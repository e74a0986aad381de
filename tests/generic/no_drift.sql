{#-
    What lands is what the model declares. `kinds` selects what counts (new, invalid_value, retyped, empty_column, no_events; default: all), the
    test's severity whether it warns or fails.
-#}
{% test no_drift(model, kinds=[]) %}

{%- set reads_all = not kinds or 'empty_column' in kinds %}
{%- set loads = {'after': 0, 'newest': none} if reads_all else debezium._loads_to_test(model) %}

{{ debezium._tested_loads_note(loads) }}
with drift as (
    {{ debezium.drift(model, after=loads.after) | indent(4) }}
)

select
    kind,
    source_field,
    events,
    first_load,
    last_load,
    example
from drift
where {{ 'kind in (' ~ debezium._string_literals(kinds) ~ ')' if kinds else 'true' }}

{% endtest %}
