{#-
    SQL Server. Its stream follows the commit LSN; change LSN and event_serial_no order the events of
    a commit (a key change's delete and create are serial 1 and 2). Snapshot rows know the commit LSN
    alone and so come before the changes of that commit.
-#}
{%- macro _connector_sqlserver() -%}
    {{ return(dict(debezium._relational(), coordinates={
        'commit_lsn': 'lsn',
        'is_read': 'read',
        'change_lsn': 'lsn',
        'event_serial_no': 'number',
    })) }}
{%- endmacro %}
