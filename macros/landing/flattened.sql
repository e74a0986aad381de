{#-
    What the transform has unwrapped upstream. flattened: a table of its columns, with __op, __deleted,
    __source_ts_ms ... beside them. flattened_kafka: Kafka records whose value is such a row in JSON, with or
    without its schema; there, a key with a null value is a delete. Fields of the source block may be called
    __source_lsn or __lsn.
-#}
{%- macro _layout_flattened() -%}
    {{ return(dict(
        {'landed': debezium._landed_by_row_id('cast(null as string)', debezium._as_json('struct(_landing.*)'))},
        **debezium._flattened_message('cast(null as string)')
    )) }}
{%- endmacro %}

{%- macro _layout_flattened_kafka() -%}
    {{ return(dict(
        debezium._layout_kafka(),
        may_be_wrapped=true,
        carries_schema='_is_wrapped',
        **debezium._flattened_message(debezium._debezium_message_class())
    )) }}
{%- endmacro %}

{#-
    The class of a message of Debezium's own, which the transform passes on; null of a row. A table that has the names of all its members is
    improbable, and rows have more fields if the transform adds some.
-#}
{%- macro _debezium_message_class() -%}
    {{ return("case
    when
        _message['status'] in ('BEGIN', 'END')
        and array_sort(array_except(map_keys(_message), array('ts_ms')))
        = array('data_collections', 'event_count', 'id', 'status')
        then 'transaction'
    when
        map_contains_key(_message, 'tableChanges')
        and map_contains_key(_message, 'databaseName')
        and map_contains_key(_message, 'source')
        then 'schema_change'
    when
        _message['op'] = 'm'
        and map_contains_key(_message, 'source')
        and get_json_object(_message['message'], '$.prefix') is not null
        then 'message'
    when
        map_keys(_message) = array('ts_ms')
        and _raw_key like '%serverName%'
        then 'heartbeat'
    -- a notification
    when array_sort(map_keys(_message)) = array('additional_data', 'aggregate_type', 'id', 'timestamp', 'type')
        then 'rejected: no_payload'
end") }}
{%- endmacro %}

{%- macro _flattened_message(message_class) -%}
    {{ return({
        'parse': 'row',
        'header_op': debezium._flattened_op(headers=true),
        'images': [],
        'source_field': debezium._flattened_source_field,
        'fields': {},
        'envelope': {
            '_message_class': message_class,
            '_op': debezium._flattened_op(),
            '_row_fields': "map_filter(_message, (name, text) -> not startswith(name, '__'))",
            '_before': "if(_op = 'd' and size(_row_fields) > 0, _row_fields, null)",
            '_after': "if(_op <> 'd', _row_fields, null)",
            '_source': "if(
    _message is null,
    null,
    source_fields
)",
            '_transaction': 'null',
            '_ts_ms': debezium._millis_text("_message['__ts_ms']"),
        },
    }) }}
{%- endmacro %}

{#-
    The operation: from __deleted or a null value, from __op, or from a header; otherwise a change, called
    u.
-#}
{%- macro _flattened_op(headers=false) -%}
    {{ return("case
    when _parse_error is not null or _message_class is not null then null
    when _message is null or _message['__deleted'] = 'true' then 'd'
    else coalesce(_message['__op'], " ~ ("trim(both '\"' from _landed_headers['__op']), " if headers) ~ "'u')
end") }}
{%- endmacro %}

{#- The text of a field of the source block, which the transform added. -#}
{%- macro _flattened_source_field(name) -%}
    {%- set text = "_message['__source_" ~ name ~ "']" -%}
    {{ return(debezium._millis_text(text) | indent(8) if name == 'ts_ms' else "coalesce(" ~ text ~ ", _message['__" ~ name ~ "'])") }}
{%- endmacro %}

{#- Milliseconds since the epoch as text. Debezium Server's Iceberg consumer makes a timestamp of them, with a zone or without. -#}
{%- macro _millis_text(text) -%}
    {{ return("if(
    " ~ text ~ " rlike r'^\\d{4}-',
    cast(unix_millis(try_cast(regexp_replace(" ~ text ~ ", r'(?<![Z]|[+-]\\d\\d:\\d\\d)$', 'Z') as timestamp)) as string),
    " ~ text ~ "
)") }}
{%- endmacro %}
