{#-
    The lanes of a landing table of which the model holds every offset between two, {topic, partition, first, last,
    newest}: an aggregate over narrow columns tells, where a look at every id would cost a shuffle of the table. A lane
    with gaps is none of them, nor is one that was begun anew.
-#}
{%- macro _held_lanes(name, enveloped) -%}
    {%- if not execute or not is_incremental() -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set lanes = run_query("
select
    _landing_table as landing_table,
    _topic as topic,
    _topic_partition as lane_partition,
    min(_topic_offset) as first,
    max(_topic_offset) as last,
    date_format(max(_landed_at), 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX') as newest
from " ~ this ~ "
where
    _topic is not null
    and " ~ ("_landing_table is not null" if enveloped else "_landing_table = " ~ debezium._text(name)) ~ "
group by _landing_table, _topic, _topic_partition
having
    count(*) = max(_topic_offset) - min(_topic_offset) + 1
    and sum(_topic_offset) * 2 = count(*) * (min(_topic_offset) + max(_topic_offset))
    and count(_landed_at) = count(*)
    and max(_landed_at) <= max_by(_landed_at, _topic_offset) + interval '1' minute
order by landing_table, topic, lane_partition") -%}
    {{ return(lanes.rows if lanes | length <= 100 else []) }}
{%- endmacro %}

{#- Conditions that leave out what stands in such lanes; by < and > alone, for only these skip files. -#}
{%- macro _unseen(lanes, row, enveloped) -%}
    {%- set conditions = [] -%}
    {%- for lane in lanes -%}
        {%- set elsewhere = [] -%}
        {%- for column, value in [(row._landing_table, debezium._text(lane.landing_table))] if enveloped -%}
            {%- do elsewhere.append(column ~ " < " ~ value ~ " or " ~ column ~ " > " ~ value) -%}
        {%- endfor -%}
        {%- for column, least, most in [
            (row._topic, debezium._text(lane.topic), debezium._text(lane.topic)),
            (row._topic_partition, lane.lane_partition, lane.lane_partition),
            (row._topic_offset, lane.first, lane.last),
        ] -%}
            {%- do elsewhere.append(column ~ " < " ~ least ~ " or " ~ column ~ " > " ~ most ~ " or " ~ column ~ " is null") -%}
        {%- endfor -%}
        {%- do elsewhere.append(row._landed_at ~ " > timestamp '" ~ lane.newest ~ "' or " ~ row._landed_at ~ " is null") -%}
        {%- do conditions.append("(
    " ~ elsewhere | join("\n    or ") ~ "
)") -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}
