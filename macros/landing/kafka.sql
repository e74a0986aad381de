{#-
    The table that Spark's Kafka source writes: key, value (text or bytes), topic, partition, offset,
    timestamp, headers. A topic that was deleted and made anew begins at offset 0 again: only the timestamp tells its
    records from the old.
-#}
{%- macro _layout_kafka() -%}
    {{ return({
        'landed': {
            '_landing_id': "concat_ws('/', _landing.topic, _landing.partition, _landing.offset)
|| coalesce('@' || unix_millis(_landing.timestamp), '')",
            '_topic': '_landing.topic',
            '_topic_partition': '_landing.partition',
            '_topic_offset': '_landing.offset',
            '_topic_timestamp': '_landing.timestamp',
            '_raw_key': 'cast(_landing.key as string)',
            '_raw': 'cast(_landing.value as string)',
        },
        'may_repeat': true,
        'parse': 'message',
        'carries_schema': '_whole.payload is not null',
        'images': ['before', 'after'],
        'fields': debezium._debezium_fields(),
        'envelope': debezium._debezium_envelope(),
    }) }}
{%- endmacro %}

{#- What Debezium's own JSON messages hold besides the images, of every connector and message type. -#}
{%- macro _debezium_fields() -%}
    {{ return({
        'source': 'block',
        'op': 'string',
        'ts_ms': 'string',
        'transaction': 'block',
        'id': 'string',
        'status': 'string',
        'databaseName': 'string',
        'tableChanges': 'string',
    }) }}
{%- endmacro %}

{%- macro _debezium_envelope() -%}
    {{ return({
        '_op': '_message.op',
        '_source': '_message.source',
        '_before': '_message.before',
        '_after': '_message.after',
        '_transaction': '_message.transaction',
        '_ts_ms': '_message.ts_ms',
        '_transaction_status': '_message.status',
        '_database_name': '_message.databaseName',
        '_table_changes': '_message.tableChanges',
    }) }}
{%- endmacro %}
