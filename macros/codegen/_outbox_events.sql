{#-
    The topics of rows that a name or a pattern selects, in the form of _tables_in: those of an outbox, or those that the transform
    has unwrapped. They name neither a table nor a connector.
-#}
{%- macro _topics_of_rows(macro, relation, options, example) -%}
    {%- set is_outbox = options.layout == 'outbox' -%}
    {%- if is_outbox and macro == 'check_source' -%}
        {%- do debezium._error(macro, "check_source reads change events, which layout outbox does not have. Pass another topic", example) -%}
    {%- elif is_outbox and options.key -%}
        {%- do debezium._error(macro, "layout outbox has no key. Omit `key`", example) -%}
    {%- elif not options.topic -%}
        {%- do debezium._error(macro, "layout outbox needs the topic of the events, because they name no table. Pass `topic`", example) -%}
    {%- endif -%}
    {%- set landed = debezium._query_rows("select distinct topic from " ~ relation ~ " where topic is not null order by topic") | map(attribute='topic') | list -%}
    {%- set topics = [] -%}
    {%- for topic in landed if topic == options.topic or (options.topic not in landed and modules.re.fullmatch(options.topic, topic)) -%}
        {%- do topics.append(topic) -%}
    {%- endfor -%}
    {%- if not topics -%}
        {%- do debezium._error(macro, relation ~ " has no rows of topic " ~ options.topic ~ ". It has: " ~ (landed | join(', ') or 'none')
            ~ ". Land some first, or correct the name", example) -%}
    {%- endif -%}
    {%- set found = {'topics': topics, 'connector': options.connector} -%}
    {{ return(dict(found, table=options.topic.split('.')[-1]) if options.topic in landed else dict(found, pattern=options.topic)) }}
{%- endmacro %}

{#- Each event of an outbox once: the connector may send one again, at another offset. -#}
{%- macro _outbox_events(entity, columns, base) -%}
    {%- set id = "coalesce(_headers['id'], _landing_id)" if entity.has_headers else '_landing_id' -%}
    {%- set names = ['_outbox_id', '_aggregate_id', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp']
        + columns + ['_invalid', '_extra', '_load'] -%}
    {{ return("with numbered_events as (
    select
        " ~ id ~ " as " ~ names | join(",\n        ") ~ ",
        row_number() over (
            partition by " ~ id ~ "
            order by _load, _topic_partition, _topic_offset
        ) as _copy_number
    from {" ~ "{ " ~ base ~ " }" ~ "}
    where _class = '" ~ entity.class ~ "'
)

select
    " ~ names | join(",\n    ") ~ "
from numbered_events
where _copy_number = 1") }}
{%- endmacro %}
