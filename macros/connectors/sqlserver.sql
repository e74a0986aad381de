{#-
    SQL Server. Its stream follows the commit LSN; change LSN and event_serial_no order the events of
    a commit (a key change's delete and create are serial 1 and 2). Snapshot reads have
    only the commit LSN: `is_read` orders them after the changes of that commit.
    Each database has a log of its own, so it belongs to the server.
-#}
{%- macro _connector_sqlserver() -%}
    {%- set relational = debezium._relational() -%}
    {{ return(dict(relational,
        source=dict(relational.source, change_lsn='string', commit_lsn='string', event_serial_no='bigint'),
        source_type=debezium._sqlserver_type,
        schema_position={'commit_lsn': '.'},
        placeholder='text',
        server=["_source.name", "_source.db"],
        coordinates={
            'commit_lsn': 'hexadecimal', 'is_read': 'read', 'change_lsn': 'hexadecimal', 'event_serial_no': 'number'
        }
    )) }}
{%- endmacro %}

{#- What SQL Server names timestamp is the version of a row, eight bytes. -#}
{%- macro _sqlserver_type(column) -%}
    {{ return({'type': 'bytes'} if column.typeName | lower in ['timestamp', 'rowversion'] else none) }}
{%- endmacro %}
