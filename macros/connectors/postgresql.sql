{#-
    PostgreSQL. Streamed events have the lsn of their change. A snapshot read's lsn is that of the snapshot, not of
    a change: it has no coordinates. A large value that an update left alone is not in the log: a placeholder stands
    for it, as text, in base64 or hexadecimal digits, in an array (of uuids: its own uuid), in a map, or as the numbers of its
    letters.
-#}
{%- macro _connector_postgresql() -%}
    {{ return(dict(debezium._relational(),
        placeholders=[
            '__debezium_unavailable_value',
            'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==',
            '5f5f646562657a69756d5f756e617661696c61626c655f76616c7565',
            '["__debezium_unavailable_value"]',
            '["b68a35a7-17ad-35b3-af2a-ae46edb4545a"]',
            '{"__debezium_unavailable_value":"__debezium_unavailable_value"}',
            '[95,95,100,101,98,101,122,105,117,109,95,117,110,97,118,97,105,108,97,98,108,101,95,118,97,108,117,101]',
        ],
        carried="if(size(_texts) < size(_given), map_keys(_texts), null)",
        streamed="coalesce(_source['snapshot'], 'false') = 'false' and _coordinates.lsn is not null",
        coordinates={'lsn': 'number'},
        follows_writes=true
    )) }}
{%- endmacro %}
