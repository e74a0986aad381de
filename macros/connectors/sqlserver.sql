{#-
    SQL Server. Its stream follows the commit LSN. With data.query.mode=direct, the changes of a commit come in the order of their
    command ids, which no event has: a change LSN may decrease, where a statement writes all deletes before all creates. So change LSN
    and event_serial_no decide only where no topic partition has an order. Snapshot reads have only the commit LSN: `is_read`
    orders them after the changes of that commit. Each database has a log of its own, so it belongs to the server.
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
            'commit_lsn': 'hexadecimal',
            'is_read': 'read',
            'change_lsn': dict(debezium._coordinate('change_lsn', 'hexadecimal'), within_partition=false),
            'event_serial_no': dict(debezium._coordinate('event_serial_no', 'number'), within_partition=false),
        }
    )) }}
{%- endmacro %}

{#- What SQL Server names timestamp is the version of a row, eight bytes. -#}
{%- macro _sqlserver_type(column) -%}
    {{ return({'type': 'bytes'} if column.typeName | lower in ['timestamp', 'rowversion'] else none) }}
{%- endmacro %}
