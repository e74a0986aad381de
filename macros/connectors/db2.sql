{#- Db2. Its stream follows the commit LSN, then the change LSN; both are absent in snapshot reads. -#}
{%- macro _connector_db2() -%}
    {{ return(dict(debezium._relational(), coordinates={
        'commit_lsn': 'lsn',
        'is_read': 'read',
        'change_lsn': 'lsn',
    })) }}
{%- endmacro %}
