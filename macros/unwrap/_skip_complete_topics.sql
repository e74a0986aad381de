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
        {%- do conditions.append("(" ~ ("
    -- outside the topic partitions that base has completely" if loop.first) ~ "
    " ~ elsewhere | join("\n    or ") ~ "
)") -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}
