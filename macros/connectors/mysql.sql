{#-
    MySQL. The stream follows the binary log: the number of its file (3 of mysql-bin.000003), the position in it, the row
    within the event. All events of a compressed transaction share a position, and the row begins again in each of them: so the
    row decides only where no topic partition has an order. Snapshot reads carry the place where the snapshot began, not that of
    a change. TiCDC writes the same form without a place: `commit_ts` separates its changes.
-#}
{%- macro _connector_mysql() -%}
    {{ return(dict(debezium._relational(),
        source=dict(
            debezium._source_fields(),
            table='string', server_id='bigint', gtid='string', file='string', pos='bigint', row='bigint', thread='bigint',
            query='string', commit_ts='bigint'
        ),
        collection=['_source.db', '_source.table'],
        source_type=debezium._mysql_type,
        schema_position={'file': '.*[.][0-9]+$', 'pos': '-?[0-9]+$'},
        placeholder='octets',
        full_images="Set binlog_row_image to FULL.",
        streamed='file',
        coordinates={
            'file': {
                'value': "try_cast(regexp_extract(_source.file, '[.]([0-9]+)$') as bigint)",
                'pattern': '.*[.][0-9]+$',
                'digits': 19,
            },
            'pos': 'number',
            'row': dict(debezium._coordinate('row', 'number'), value='if(_topic_partition is null, _source.row, null)'),
        }
    )) }}
{%- endmacro %}

{#- As the connector writes it by default: a time of day always in microseconds, a date with a time by its digits, bits by their number. -#}
{%- macro _mysql_type(column) -%}
    {%- set type = column.typeName | lower -%}
    {%- set digits = column.get('length') or 0 -%}
    {%- if type == 'datetime' -%}
        {{ return({'name': debezium._adapted('Timestamp', digits)}) }}
    {%- elif type == 'time' -%}
        {{ return({'name': 'io.debezium.time.MicroTime'}) }}
    {%- elif modules.re.search(debezium._unsigned_pattern(), type) -%}
        {{ return({'type': 'int64', 'parameters': {'__debezium.source.column.type': column.typeName}}) }}
    {%- elif type == 'bit' and digits > 1 -%}
        {{ return({'name': 'io.debezium.data.Bits', 'type': 'bytes', 'parameters': {'length': digits}}) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
