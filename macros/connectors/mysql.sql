{#-
    MySQL. The stream follows the binary log: the number of its file (3 of mysql-bin.000003), the position in it, the row
    within the event. Snapshot reads carry the place where the snapshot began, not that of a change.
-#}
{%- macro _connector_mysql() -%}
    {{ return(dict(debezium._relational(),
        streamed="coalesce(_source['snapshot'], 'false') = 'false' and _coordinates.file is not null",
        coordinates={
            'file': {
                'value': "try_cast(regexp_extract(_source['file'], '[.]([0-9]+)$') as bigint)",
                'pattern': '.*[.][0-9]+$',
            },
            'pos': 'number',
            'row': 'number',
        }
    )) }}
{%- endmacro %}
