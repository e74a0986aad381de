{#-
    Kafka records of Debezium's outbox event router: the value is what the application wrote, in JSON, with or without its schema;
    the key is the id of its aggregate, the headers have the event's id. Such an event is no change of a row: its class is `outbox`.
-#}
{%- macro _layout_outbox() -%}
    {%- set row = debezium._layout_flattened_kafka() -%}
    {{ return(dict(row,
        source_field=debezium._no_source_field,
        header_op=none,
        class='outbox',
        metadata=['_aggregate_id'],
        envelope={
            '_op': "if(_message is null, null, 'c')",
            '_before': 'cast(null as map<string, string>)',
            '_after': '_message',
            '_source': row.envelope._source,
            '_transaction': row.envelope._transaction,
            '_ts_ms': 'cast(null as string)',
            '_aggregate_id': "coalesce(
    get_json_object(_raw_key, '$.payload'),
    get_json_object(if(startswith(_raw_key, '\"'), '[' || _raw_key || ']', null), '$[0]'),
    _raw_key
)",
        }
    )) }}
{%- endmacro %}

{%- macro _no_source_field(name) -%}
    {{ return('cast(null as string)') }}
{%- endmacro %}
