{#-
    The topics of each landing table, and whether the model holds every record between two offsets of one, in each partition
    (`is_whole`): an aggregate over narrow columns tells, where a look at every id would cost a shuffle of the table. A topic
    with a gap is not whole, nor is one that was begun anew.
-#}
{%- macro _held_topics(held) -%}
    {%- if not held.rows or not debezium._is_many(held.rows) or debezium._is_reclassified() -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set topics = run_query("
with lanes as (
    select
        _landing_table,
        _topic,
        _topic_partition,
        min(_topic_offset) as first_offset,
        max(_topic_offset) as last_offset,
        max(_landed_at) as newest,
        count(*) = max(_topic_offset) - min(_topic_offset) + 1
        and sum(_topic_offset) * 2 = count(*) * (min(_topic_offset) + max(_topic_offset))
        and count(_landed_at) = count(*)
        and max(_landed_at) <= max_by(_landed_at, _topic_offset) + interval '1' minute as is_whole
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
    coalesce(
        _topic is not null
        and bool_and(is_whole)
        and count(*) = max(_topic_partition) - min(_topic_partition) + 1
        and max(first_offset) <= min(last_offset),
        false
    ) as is_whole
from lanes
group by _landing_table, _topic
order by landing_table, topic") -%}
    {{ return(topics.rows) }}
{%- endmacro %}

{#- Conditions that leave out these records; by < and > alone, for only these skip files. -#}
{%- macro _unseen(topics, row, enveloped) -%}
    {%- set conditions = [] -%}
    {%- for topic in topics -%}
        {%- set ranges = [
            (row._topic, debezium._text(topic.topic), debezium._text(topic.topic)),
            (row._topic_partition, topic.first_partition, topic.last_partition),
            (row._topic_offset, topic.first_offset, topic.last_offset),
        ] -%}
        {%- if enveloped -%}
            {%- do ranges.append((row._landing_table, debezium._text(topic.landing_table), debezium._text(topic.landing_table))) -%}
        {%- endif -%}
        {%- set elsewhere = [row._landed_at ~ " > timestamp '" ~ topic.newest ~ "'", row._landed_at ~ " is null"] -%}
        {%- for column, least, most in ranges -%}
            {%- do elsewhere.extend([column ~ " < " ~ least, column ~ " > " ~ most, column ~ " is null"]) -%}
        {%- endfor -%}
        {%- do conditions.append("(
    " ~ elsewhere | join("\n    or ") ~ "
)") -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}
