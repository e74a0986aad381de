{#-
    Of the topics whose offsets have gaps, as compaction and transactions leave them, the records before
    the first landed one that the model does not contain. Loaded offsets are compared as bits, 64 in a
    number, because comparing every id would shuffle both tables.
-#}
{%- macro _topics_with_gaps(table, layout, entity, topics) -%}
    {%- set topics = topics | selectattr('is_ordered') | rejectattr('is_gapless') | list -%}
    {%- set complete = [] -%}
    {%- if topics and topics | length <= 16 -%}
        {%- set missing = {} -%}
        {%- for row in run_query(debezium._missing_offsets(table, layout, entity, topics)).rows -%}
            {%- do missing.update({(row.landing_table, row.topic): row.first_missing}) -%}
        {%- endfor -%}
        {%- for topic in topics -%}
            {%- set last = missing.get((topic.landing_table, topic.topic), topic.last_offset + 1) - 1 -%}
            {%- do complete.append(dict(topic.dict(), last_offset=last)) if last >= topic.first_offset -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(complete) }}
{%- endmacro %}

{#- The first landed offset of each topic that the model does not contain, between two that it contains. -#}
{%- macro _missing_offsets(table, layout, entity, topics) -%}
{%- set landed = table.landed -%}
{%- set conditions = ["coalesce(getbit(loaded_offsets.bits, cast(" ~ landed._topic_offset ~ " % 64 as int)), 0) = 0"] -%}
{%- do conditions.extend(["_landing._class is null", debezium._belongs(entity)]) if layout.enveloped -%}
{%- do conditions.append(debezium._in_ranges(topics, landed)) -%}
with loaded_offsets as (
    select
        _landing_table as landing_table,
        _topic as topic,
        _topic_partition as topic_partition,
        _topic_offset div 64 as block,
        -- none where a recreated topic has the same offset again
        if(
            count(*) = bit_count(bit_or(shiftleft(1L, cast(_topic_offset % 64 as int)))),
            bit_or(shiftleft(1L, cast(_topic_offset % 64 as int))),
            0L
        ) as bits
    from {{ this }}
    {{ debezium._where([debezium._in_ranges(topics, debezium._same_names(['_landing_table', '_topic', '_topic_offset']))]) }}
    group by
        _landing_table,
        _topic,
        _topic_partition,
        _topic_offset div 64
)

select {{ '/*+ broadcast(loaded_offsets) */' if topics | sum(attribute='blocks') <= 1000000 }}
    {{ landed._landing_table }} as landing_table,
    {{ landed._topic }} as topic,
    min({{ landed._topic_offset }}) as first_missing
from {{ table.relation }} as _landing
left join loaded_offsets
    on
        {{ landed._landing_table }} = loaded_offsets.landing_table
        and {{ landed._topic }} = loaded_offsets.topic
        and {{ landed._topic_partition }} = loaded_offsets.topic_partition
        and {{ landed._topic_offset }} div 64 = loaded_offsets.block
{{ debezium._where(conditions, 0) }}
group by
    {{ landed._landing_table }},
    {{ landed._topic }}
{%- endmacro %}

{#- The condition that a row is between the first and the last offset of one of the topics. -#}
{%- macro _in_ranges(topics, row) -%}
    {%- set ranges = [] -%}
    {%- for topic in topics -%}
        {%- do ranges.append("(
    " ~ row._landing_table ~ " = " ~ debezium._string_literal(topic.landing_table) ~ "
    and " ~ row._topic ~ " = " ~ debezium._string_literal(topic.topic) ~ "
    and " ~ row._topic_offset ~ " between " ~ topic.first_offset ~ " and " ~ topic.last_offset ~ "
)") -%}
    {%- endfor -%}
    {{ return("(
    " ~ ranges | join("\nor ") | indent ~ "
)") }}
{%- endmacro %}
