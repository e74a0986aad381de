{#-
    The kafka table filled by CDL: message_version 1.0 is its own JSON (OPERATION, data, unique,
    transaction.properties ...), 2.0 is Debezium's with `unique`; both may alternate in one topic.
-#}
{%- macro _layout_cdl() -%}
    {{ return(dict(debezium._layout_kafka(),
        fields={
            'message_version': 'string',
            'DATA_STORE': 'string',
            'SEG_OWNER': 'string',
            'TABLE_NAME': 'string',
            'TIMESTAMP': 'string',
            'OPERATION': 'string',
            'transaction': 'struct<properties: array<struct<name: string, value: string>>>',
            'unique': 'map<string, string>',
            'source': 'map<string, string>',
            'op': 'string',
            'ts_ms': 'string',
        },
        images=['before', 'after', 'data'],
        envelope={
            '_op': "case message.OPERATION
    when 'INSERT' then 'c'
    when 'UPDATE' then 'u'
    when 'DELETE' then 'd'
    else coalesce(message.OPERATION, message.op)
end",
            '_source': "case
    when message.source is not null then message.source
    when message.OPERATION is not null
        then map(
            'connector', lower(message.DATA_STORE),
            'ts_ms', message.TIMESTAMP,
            'schema', message.SEG_OWNER,
            'table', message.TABLE_NAME,
            'lsn', get(filter(message.transaction.properties, each -> each.name = 'lsn'), 0).value,
            'txId', get(filter(message.transaction.properties, each -> each.name = 'txId'), 0).value
        )
end",
            '_before': 'message.before',
            '_after': 'coalesce(message.data, message.after)',
            '_transaction': 'cast(null as map<string, string>)',
            '_ts_ms': 'message.ts_ms',
            'unique_key': 'message.`unique`',
            'version': 'message.message_version',
        },
        versions=['1.0', '2.0']
    )) }}
{%- endmacro %}
