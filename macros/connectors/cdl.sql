{#-
    CDL over PostgreSQL and openGauss: streamed events have an lsn, other sources may send none. A
    snapshot read's lsn is that of the snapshot, not of a change: it has no coordinates.
-#}
{%- macro _connector_cdl() -%}
    {{ return(dict(debezium._relational(),
        key='coalesce(_record_key, _unique)',
        streamed="coalesce(_source['snapshot'], 'false') = 'false' and _coordinates.lsn is not null",
        coordinates={'lsn': 'number'},
        layouts=['cdl']
    )) }}
{%- endmacro %}
