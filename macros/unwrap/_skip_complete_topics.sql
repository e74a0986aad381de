{#-
    The topics of each landing table, with two offsets between which the model may contain every record of
    each partition. It does if the topic is `is_ordered` (not recreated, with timestamps) and `is_gapless`.
    An aggregate over narrow columns finds that; comparing every id would shuffle the table.
-#}
{%- macro _complete_topics(loaded) -%}
    {%- if not loaded.rows or debezium._is_retried() -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set topics = run_query("
with topic_partitions as (
    select
        _landing_table,
        _topic,
        _topic_partition,
        min(_topic_offset) as first_offset,
        max(_topic_offset) as last_offset,
        max(_topic_timestamp) as newest,
        (max(_topic_offset) - min(_topic_offset)) div 64 + 2 as blocks,
        count(_topic_timestamp) = count(*)
        and max(_topic_timestamp) <= max_by(_topic_timestamp, _topic_offset) + interval '1' minute as is_ordered,
        count(*) = max(_topic_offset) - min(_topic_offset) + 1
        and sum(_topic_offset) * 2 = count(*) * (min(_topic_offset) + max(_topic_offset)) as is_gapless
    from " ~ this ~ "
    where _landing_table is not null
    group by _landing_table, _topic, _topic_partition
)

select
    _landing_table as landing_table,
    _topic as topic,
    min(_topic_partition) as first_partition,
    max(_topic_partition) as last_partition,
    max(first_offset) as first_offset,
    min(last_offset) as last_offset,
    date_format(min(newest), 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX') as newest,
    sum(blocks) as blocks,
    coalesce(
        _topic is not null
        and bool_and(is_ordered)
        and count(*) = max(_topic_partition) - min(_topic_partition) + 1
        and max(first_offset) <= min(last_offset),
        false
    ) as is_ordered,
    bool_and(is_gapless) as is_gapless
from topic_partitions
group by _landing_table, _topic
order by landing_table, topic") -%}
    {{ return(topics.rows) }}
{%- endmacro %}

{#- Conditions that exclude these records, only with < and >, because only these skip files. -#}
{%- macro _skip_complete_topics(topics, row, enveloped) -%}
    {%- set conditions = [] -%}
    {%- for topic in topics -%}
        {%- set ranges = [
            (row._topic, debezium._string_literal(topic.topic), debezium._string_literal(topic.topic)),
            (row._topic_partition, topic.first_partition, topic.last_partition),
            (row._topic_offset, topic.first_offset, topic.last_offset),
        ] -%}
        {%- if enveloped -%}
            {%- do ranges.append((row._landing_table, debezium._string_literal(topic.landing_table), debezium._string_literal(topic.landing_table))) -%}
        {%- endif -%}
        {%- set elsewhere = [row._topic_timestamp ~ " > timestamp '" ~ topic.newest ~ "'", row._topic_timestamp ~ " is null"] -%}
        {%- for column, least, most in ranges -%}
            {%- do elsewhere.extend([column ~ " < " ~ least, column ~ " > " ~ most, column ~ " is null"]) -%}
        {%- endfor -%}
        {%- do conditions.append("(
    " ~ elsewhere | join("\n    or ") ~ "
)") -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}
