{#-
    The kafka table filled by CDL: message_version 1.0 is its own JSON (OPERATION, data, unique,
    transaction.properties ...), 2.0 is Debezium's with `unique`; both may alternate in one topic.
-#}
{%- macro _layout_cdl() -%}
    {%- set fields = [
        'message_version', 'DATA_STORE', 'SEG_OWNER', 'TABLE_NAME', 'TIMESTAMP', 'OPERATION', 'transaction', 'unique', 'source', 'op',
        'ts_ms', 'message_type', 'LOB_COLUMNS', 'HEARTBEAT_IDENTIFIER',
    ] -%}
    {{ return(dict(debezium._layout_kafka(),
        fields=dict(
            dict.fromkeys(fields, 'string'),
            transaction='struct<properties: array<struct<name: string, value: string>>>', unique='map<string, string>', source='block'
        ),
        images=['before', 'after', 'data'],
        envelope={
            '_op': "case _message.OPERATION
    when 'INSERT' then 'c'
    when 'UPDATE' then 'u'
    when 'DELETE' then 'd'
    else coalesce(_message.OPERATION, _message.op)
end",
            '_source': "if(
    _message.source is not null or _message.OPERATION is null,
    _message.source,
    source_fields
)",
            '_before': '_message.before',
            '_after': 'coalesce(_message.data, _message.after)',
            '_transaction': 'null',
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
        source_field=debezium._cdl_source_field,
        metadata=['_message_version', '_message_type', '_lob_columns', '_heartbeat_identifier'],
        message="to_json(struct(
    _op as op, _source as source, _before as before, _after as after, _ts_ms as ts_ms
))"
    )) }}
{%- endmacro %}

{#- The text of a field of the source block in a message of CDL's own form, which has none. -#}
{%- macro _cdl_source_field(name) -%}
    {%- set property = "get(filter(_message.transaction.properties, each -> each.name = '%s'), 0).value" -%}
    {{ return({
        'connector': 'lower(_message.DATA_STORE)',
        'ts_ms': '_message.TIMESTAMP',
        'schema': '_message.SEG_OWNER',
        'table': '_message.TABLE_NAME',
        'lsn': property | format('lsn'),
        'txId': property | format('txId'),
    }.get(name, 'cast(null as string)')) }}
{%- endmacro %}
