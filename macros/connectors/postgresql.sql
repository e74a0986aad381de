{#-
    PostgreSQL. Streamed events have the lsn of their change. A snapshot read's lsn is that of the snapshot, not of
    a change: it has no coordinates. A large value that an update left alone is not in the log: a placeholder stands
    for it.
-#}
{%- macro _connector_postgresql() -%}
    {{ return(dict(debezium._with_placeholders(debezium._relational()),
        placeholder='octets',
        streamed="coalesce(_source['snapshot'], 'false') = 'false' and _coordinates.lsn is not null",
        coordinates={'lsn': 'number'},
        follows_writes=true
    )) }}
{%- endmacro %}
