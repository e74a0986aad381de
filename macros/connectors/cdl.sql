{#-
    CDL over PostgreSQL and openGauss: as PostgreSQL, other sources may send no lsn. The key may be in the message
    (`unique`). A large object that is null and listed in LOB_COLUMNS was not carried.
-#}
{%- macro _connector_cdl() -%}
    {{ return(dict(debezium._connector_postgresql(),
        placeholders=none,
        placeholder=none,
        server=["cast(null as string)"],
        collection=["_source.schema", "_source.table"],
        key='coalesce(_record_key, _unique)',
        unique='_unique',
        present_fields="if(
    size(_lob_columns) > 0 and _op <> 'd',
    filter(map_keys(_image), name -> not (array_contains(_lob_columns, name) and _image[name] is null)),
    null
)",
        layouts=['cdl']
    )) }}
{%- endmacro %}
