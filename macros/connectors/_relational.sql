{#-
    What the relational connectors share: images are objects in the message, the message key contains
    the key columns by name, a delete has only `before`.
-#}
{%- macro _relational() -%}
    {{ return({
        'image_type': 'map<string, string>',
        'image': "if(_op = 'd', _before, _after)",
        'old_image': '_before',
        'document': '_after',
        'document_key': '_key_text',
        'deleted': '_after is null',
        'dropped': '_after is null and _before is null',
        'key': '_record_key',
        'no_image': "_after is null
and (_op <> 'd' or (_before is null and _key_texts is null))",
        'layouts': ['kafka', 'json', 'json_keyed', 'struct', 'flattened', 'flattened_kafka', 'cloudevents', 'outbox'],
        'source': dict(debezium._source_fields(), schema='string', table='string'),
        'server': ["_source.name"],
        'collection': ["_source.db", "_source.schema", "_source.table"],
        'fields': {},
        'envelope': {},
    }) }}
{%- endmacro %}

{#- The fields of the source block that all connectors write. -#}
{%- macro _source_fields() -%}
    {{ return(dict(
        version='string', connector='string', name='string', ts_ms='bigint', ts_us='bigint', ts_ns='bigint', snapshot='string',
        sequence='string', db='string'
    )) }}
{%- endmacro %}

{#- The name of a time's type where the connector adapts it to the digits of its seconds. -#}
{%- macro _adapted(time, digits) -%}
    {{ return('io.debezium.time.' ~ ('' if digits <= 3 else 'Micro' if digits <= 6 else 'Nano') ~ time) }}
{%- endmacro %}
