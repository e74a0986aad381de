{#-
    The topics of each landing table, with two offsets between which the model may contain every record of
    each partition. It does if the topic is `is_ordered` (not recreated, with timestamps) and `is_gapless`.
    An aggregate over narrow columns finds that; comparing every id would shuffle the table. In a large
    table it reads the newest loads only, and the result for the earlier ones from a table property.
-#}
{%- macro _complete_topics(loaded) -%}
    {%- if not loaded.rows or debezium._is_retried() -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set earlier = debezium._stored_partitions(loaded) -%}
    {%- set topics = run_query(debezium._topics(earlier)).rows -%}
    {%- if earlier and topics | sum(attribute='records') != loaded.rows -%}
        {#- rows of earlier loads were deleted, or written again -#}
        {%- set earlier = none -%}
        {%- set topics = run_query(debezium._topics(none)).rows -%}
    {%- endif -%}
    {%- do debezium._store_partitions(loaded, topics, earlier) -%}
    {{ return(topics | selectattr('landing_table') | list) }}
{%- endmacro %}

{#- earlier: {load, partitions} of the loads whose rows are not read; none reads all rows. -#}
{%- macro _topics(earlier) -%}
{%- set partition = ['landing_table', 'topic', 'topic_partition'] -%}
with partition_loads as (
    select
        {{ debezium._select(debezium._each('_{} as {}', partition)) }},
        min(_topic_offset) as first_offset,
        max(_topic_offset) as last_offset,
        sum(_topic_offset) as offset_sum,
        count(*) as records,
        count(_topic_timestamp) as timestamps,
        unix_micros(max(_topic_timestamp)) as newest,
        unix_micros(max_by(_topic_timestamp, _topic_offset)) as last_timestamp
    from {{ this }}
    {%- if earlier %}
    where _load > {{ earlier.load }}
    {%- endif %}
    group by
        {{ debezium._select(debezium._each('_{}', partition)) }}
    {%- if earlier %}

    union all

    select inline(
        from_json(
            {{ debezium._string_literal(earlier.partitions) }},
            'array<struct<{{ debezium._partition_types().items() | map('join', ' ') | join(', ') }}>>'
        )
    )
    {%- endif %}
),

topic_partitions as (
    select
        {{ debezium._select(partition) }},
        min(first_offset) as first_offset,
        max(last_offset) as last_offset,
        sum(offset_sum) as offset_sum,
        sum(records) as records,
        sum(timestamps) as timestamps,
        max(newest) as newest,
        max_by(last_timestamp, last_offset) as last_timestamp
    from partition_loads
    group by
        {{ debezium._select(partition) }}
)

select
    landing_table,
    topic,
    min(topic_partition) as first_partition,
    max(topic_partition) as last_partition,
    max(first_offset) as first_offset,
    min(last_offset) as last_offset,
    date_format(timestamp_micros(min(newest)), 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX') as newest,
    sum((last_offset - first_offset) div 64 + 2) as blocks,
    coalesce(
        topic is not null
        and bool_and(timestamps = records and newest <= last_timestamp + 60000000)
        and count(*) = max(topic_partition) - min(topic_partition) + 1
        and max(first_offset) <= min(last_offset),
        false
    ) as is_ordered,
    bool_and(
        records = last_offset - first_offset + 1
        and offset_sum * 2 = records * (first_offset + last_offset)
    ) as is_gapless,
    sum(records) as records,
    to_json(
        array_agg(struct(
            {{ debezium._partition_types() | join(',\n            ') }}
        ))
    ) as partitions
from topic_partitions
group by
    landing_table,
    topic
order by
    landing_table,
    topic
{%- endmacro %}
