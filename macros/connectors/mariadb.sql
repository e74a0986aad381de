{#-
    MariaDB. As MySQL; its gtid (42 of 0-1-42) numbers the transactions of a domain, on whichever server of it, so that the
    order outlives a failover. Where several domains write to a table, mysql's coordinates are the right ones. Compressed events
    keep their own positions. A binary log in InnoDB has other names (binlog-000000.ibb) and one position for all events, so that
    the row does not decide either.
-#}
{%- macro _connector_mariadb() -%}
    {%- set mysql = debezium._connector_mysql() -%}
    {{ return(dict(mysql, placeholder=none, coordinates=dict({
        'gtid': {
            'value': "try_cast(regexp_extract(_source.gtid, '^[0-9]+-[0-9]+-([0-9]+)$', 1) as bigint)",
            'pattern': '[0-9]+-[0-9]+-[0-9]+$',
            'digits': 19,
        },
    }, **dict(
        mysql.coordinates,
        file={
            'value': "try_cast(regexp_extract(_source.file, '(?:[.]|-(?=[0-9]+[.]ibb$))([0-9]+)(?:[.]ibb)?$', 1) as bigint)",
            'pattern': '.*([.][0-9]+|-[0-9]+[.]ibb)$',
            'digits': 19,
        },
        row=dict(debezium._coordinate('row', 'number'), value="if(_source.file like '%.ibb', null, _source.row)"),
    )))) }}
{%- endmacro %}
