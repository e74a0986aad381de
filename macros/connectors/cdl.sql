{#-
    CDL over PostgreSQL and openGauss: as PostgreSQL, other sources may send no lsn. The key may be in the message
    (`unique`). A large object that is null and listed in LOB_COLUMNS was not carried, nor was one with the placeholder
    of PostgreSQL's connector, whose format the second one is. The setting that completes old images depends on the source.
-#}
{%- macro _connector_cdl() -%}
    {{ return(dict(debezium._connector_postgresql(),
        server=["cast(null as string)"],
        collection=["_source.schema", "_source.table"],
        key='coalesce(_record_key, _unique)',
        unique='_unique',
        lacks_fields="size(_lob_columns) > 0",
        present_fields="if(
    size(_texts) < size(_given) or (size(_lob_columns) > 0 and _op <> 'd'),
    filter(
        map_keys(_texts),
        name -> _texts[name] is not null or not coalesce(array_contains(_lob_columns, name), false)
    ),
    null
)",
        full_images=none,
        layouts=['cdl']
    )) }}
{%- endmacro %}
