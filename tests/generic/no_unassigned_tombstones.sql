{#- Of a topic with several tables: no tombstone without its delete, which alone would name the table. -#}
{% test no_unassigned_tombstones(model) %}

{%- set loads = debezium._loads_to_test(model) %}

{{ debezium._tested_loads_note(loads) }}
with new_tombstones as (
    select _raw_key
    from {{ model }}
    {{ debezium._where(["_class = 'tombstone'", debezium._of_tested_loads(loads)]) }}
),

topics_of_entities as (
    select _topic
    from {{ model }}
    where _class is null
),

records as (
    select
        _landing_id,
        _raw_key,
        _class,
        _op,
        _load,
        _landing_table,
        _topic,
        _topic_partition,
        _topic_offset
    from {{ model }}
    where
        _raw_key in (select new_tombstones._raw_key from new_tombstones)
        and _topic in (select topics_of_entities._topic from topics_of_entities)
),

with_op_before as (
    select
        _landing_id,
        _raw_key,
        _class,
        _load,
        last_value(_op, true) over (
            partition by _landing_table, _topic, _topic_partition, _raw_key
            order by _topic_offset
            rows between unbounded preceding and 1 preceding
        ) as op_before
    from records
)

select
    _landing_id,
    _raw_key,
    _load
from with_op_before
{{ debezium._where(["_class = 'tombstone'", "not op_before <=> 'd'", debezium._of_tested_loads(loads)], 0) }}

{% endtest %}
