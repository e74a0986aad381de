{#-
    Db2. Its stream follows the commit LSN, then the change LSN; snapshot reads have no change LSN, and may have no commit
    LSN. ts_ms may be the time at which the connector read the change.
-#}
{%- macro _connector_db2() -%}
    {%- set relational = debezium._relational() -%}
    {{ return(dict(relational,
        source=dict(relational.source, change_lsn='string', commit_lsn='string'),
        source_type=debezium._db2_type,
        schema_position={'commit_lsn': '.'},
        changing=['ts_ms'],
        coordinates={'commit_lsn': 'hexadecimal', 'is_read': 'read', 'change_lsn': 'hexadecimal'}
    )) }}
{%- endmacro %}

{#- A timestamp has no zone. Its number of digits is written as its scale. -#}
{%- macro _db2_type(column) -%}
    {{ return({'name': debezium._adapted('Timestamp', column.get('scale') or 0)} if column.typeName | lower == 'timestamp' else none) }}
{%- endmacro %}
