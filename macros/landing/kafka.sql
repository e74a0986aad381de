{#-
    The table that Spark's Kafka source writes: key, value (text or bytes), topic, partition, offset,
    timestamp, headers.

    A layout says where a row's metadata stands (`landed`), which fields a message may have besides
    its images (`fields`), and what they mean (`envelope`, over the struct `message`).
-#}
{%- macro _layout_kafka() -%}
    {{ return({
        'landed': {
            '_landing_id': "concat_ws('/', landing.topic, landing.partition, landing.offset)",
            '_topic': 'landing.topic',
            '_topic_partition': 'landing.partition',
            '_topic_offset': 'landing.offset',
            '_landed_at': 'landing.timestamp',
            '_raw_key': 'cast(landing.key as string)',
            '_raw': 'cast(landing.value as string)',
        },
        'arrival': ['_topic_partition', '_topic_offset'],
        'images': ['before', 'after'],
        'fields': debezium._debezium_fields(),
        'envelope': debezium._debezium_envelope(),
    }) }}
{%- endmacro %}

{#- What Debezium's own JSON messages hold besides the images, of every connector and message type. -#}
{%- macro _debezium_fields() -%}
    {{ return({
        'source': 'map<string, string>',
        'op': 'string',
        'ts_ms': 'string',
        'transaction': 'map<string, string>',
        'id': 'string',
        'status': 'string',
        'databaseName': 'string',
        'tableChanges': 'string',
    }) }}
{%- endmacro %}

{%- macro _debezium_envelope() -%}
    {{ return({
        '_op': 'message.op',
        '_source': 'message.source',
        '_before': 'message.before',
        '_after': 'message.after',
        '_transaction': 'message.transaction',
        '_ts_ms': 'message.ts_ms',
        'transaction_status': 'message.status',
        'database_name': 'message.databaseName',
        'table_changes': 'message.tableChanges',
    }) }}
{%- endmacro %}
