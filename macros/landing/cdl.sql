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
            'message_type': 'string',
            'LOB_COLUMNS': 'string',
            'HEARTBEAT_IDENTIFIER': 'string',
        },
        images=['before', 'after', 'data'],
        envelope={
            '_op': "case _message.OPERATION
    when 'INSERT' then 'c'
    when 'UPDATE' then 'u'
    when 'DELETE' then 'd'
    else coalesce(_message.OPERATION, _message.op)
end",
            '_source': "case
    when _message.source is not null then _message.source
    when _message.OPERATION is not null
        then map(
            'connector', lower(_message.DATA_STORE),
            'ts_ms', _message.TIMESTAMP,
            'schema', _message.SEG_OWNER,
            'table', _message.TABLE_NAME,
            'lsn', get(filter(_message.transaction.properties, each -> each.name = 'lsn'), 0).value,
            'txId', get(filter(_message.transaction.properties, each -> each.name = 'txId'), 0).value
        )
end",
            '_before': '_message.before',
            '_after': 'coalesce(_message.data, _message.after)',
            '_transaction': 'cast(null as map<string, string>)',
            '_ts_ms': '_message.ts_ms',
            '_unique': '_message.`unique`',
            '_message_version': '_message.message_version',
            '_message_type': '_message.message_type',
            '_lob_columns': "filter(
    split(regexp_replace(_message.LOB_COLUMNS, r'[\\[\\]\"\\s]', ''), ','),
    name -> name <> ''
)",
            '_heartbeat_identifier': '_message.HEARTBEAT_IDENTIFIER',
        },
        metadata=['_message_version', '_message_type', '_lob_columns', '_heartbeat_identifier'],
        message="to_json(struct(
    _op as op, _source as source, _before as before, _after as after, _ts_ms as ts_ms
))"
    )) }}
{%- endmacro %}
