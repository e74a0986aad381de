{#-
    PostgreSQL. Streamed events have the lsn of their change. A snapshot read's lsn is that of the snapshot, not of
    a change: it has no coordinates.
-#}
{%- macro _connector_postgresql() -%}
    {{ return(dict(debezium._relational(),
        streamed="coalesce(_source['snapshot'], 'false') = 'false' and _coordinates.lsn is not null",
        coordinates={'lsn': 'number'}
    )) }}
{%- endmacro %}
