{#-
    PostgreSQL. Streamed events have the lsn of their change. A snapshot read's lsn is that of the snapshot, not of
    a change: it has no coordinates. A large value that an update left alone is not in the log: a placeholder stands
    for it.
-#}
{%- macro _connector_postgresql() -%}
    {%- set relational = debezium._relational() -%}
    {{ return(dict(debezium._with_placeholders(relational),
        source=dict(
            relational.source, lsn='bigint', txId='bigint', xmin='bigint', origin='string', origin_lsn='bigint'
        ),
        placeholder='octets',
        full_images="Set the table's REPLICA IDENTITY to FULL.",
        streamed='lsn',
        coordinates={'lsn': 'number'},
        follows_writes=true
    )) }}
{%- endmacro %}
