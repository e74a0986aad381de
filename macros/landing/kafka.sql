{#-
    The table that Spark's Kafka source writes: key, value (text or bytes), topic, partition, offset,
    timestamp, headers. A recreated topic begins at offset 0 again, so only the timestamp separates its
    records from the old ones.
-#}
{%- macro _layout_kafka() -%}
    {{ return(dict(debezium._debezium_messages(), may_repeat=true, landed={
        '_landing_id': "concat_ws('/', _landing.topic, _landing.partition, _landing.offset)
|| coalesce('@' || unix_millis(_landing.timestamp), '')",
        '_topic': '_landing.topic',
        '_topic_partition': '_landing.partition',
        '_topic_offset': '_landing.offset',
        '_topic_timestamp': '_landing.timestamp',
        '_raw_key': debezium._value_text('_landing.key'),
        '_raw': debezium._value_text('_landing.value'),
    })) }}
{%- endmacro %}

{#- The content of Debezium's own JSON messages, for every connector and message type. -#}
{%- macro _debezium_messages() -%}
    {%- set fields = ['source', 'op', 'ts_ms', 'transaction', 'id', 'status', 'databaseName', 'tableChanges'] -%}
    {{ return({
        'parse': 'message',
        'carries_schema': '_parsed_message.payload is not null',
        'images': ['before', 'after'],
        'fields': dict(dict.fromkeys(fields, 'string'), source='block', transaction='block'),
        'envelope': {
            '_op': '_message.op',
            '_source': '_message.source',
            '_before': '_message.before',
            '_after': '_message.after',
            '_transaction': '_message.transaction',
            '_ts_ms': '_message.ts_ms',
            '_transaction_status': '_message.status',
            '_database_name': '_message.databaseName',
            '_table_changes': '_message.tableChanges',
        },
    }) }}
{%- endmacro %}
