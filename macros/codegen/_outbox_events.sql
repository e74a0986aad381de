{#- The topic of an outbox, in the form of _tables_in: its messages name neither a table nor a connector. -#}
{%- macro _outbox_topic(macro, options, example) -%}
    {%- if not options.topic -%}
        {%- do debezium._error(macro, "layout outbox needs the topic of the events, because they name no table. Pass `topic`", example) -%}
    {%- endif -%}
    {{ return({'topics': [options.topic], 'table': options.topic.split('.')[-1], 'connector': options.connector}) }}
{%- endmacro %}

{#- Each event of an outbox once: the connector may send one again, at another offset. -#}
{%- macro _outbox_events(entity, columns, base) -%}
    {%- set id = "coalesce(_headers['id'], _landing_id)" if entity.has_headers else '_landing_id' -%}
    {%- set names = ['_outbox_id', '_aggregate_id', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp']
        + columns + ['_invalid', '_extra', '_load'] -%}
    {{ return("with numbered as (
    select
        " ~ id ~ " as " ~ names | join(",\n        ") ~ ",
        row_number() over (
            partition by " ~ id ~ "
            order by _load, _topic_partition, _topic_offset
        ) as _copy
    from {" ~ "{ " ~ base ~ " }" ~ "}
    where _class = '" ~ entity.class ~ "'
)

select
    " ~ names | join(",\n    ") ~ "
from numbered
where _copy = 1") }}
{%- endmacro %}
