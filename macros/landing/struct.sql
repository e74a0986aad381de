{#-
    Nested columns before, after, source, op, ts_ms, transaction, as an Avro or Parquet sink writes
    them. Images stay structs and are read by path; there is no message key and no tombstone.
    The table's row lineage (Iceberg v3) tells the rows apart and their arrival.
-#}
{%- macro _layout_struct() -%}
    {{ return({
        'landed': {
            '_landing_id': 'cast(landing._row_id as string)',
            '_topic': 'cast(null as string)',
            '_topic_partition': 'cast(null as int)',
            '_topic_offset': 'landing._row_id',
            '_landed_at': 'cast(null as timestamp)',
            '_raw_key': 'cast(null as string)',
            '_raw': "to_json(
    struct(landing.before, landing.after, landing.source, landing.op, landing.ts_ms, landing.transaction),
    map('ignoreNullFields', 'false')
)",
        },
        'arrival': ['_topic_partition', '_topic_offset'],
        'envelope': {
            '_op': 'landing.op',
            '_source': debezium._struct_as_map('landing.source'),
            '_before': 'landing.before',
            '_after': 'landing.after',
            '_transaction': debezium._struct_as_map('landing.transaction'),
            '_ts_ms': 'cast(landing.ts_ms as string)',
            'message_key': 'cast(null as map<string, string>)',
        },
    }) }}
{%- endmacro %}

{#- A struct of any shape as text by name, nulls kept. -#}
{%- macro _struct_as_map(column) -%}
    {{ return("from_json(
    to_json(" ~ column ~ ", map('ignoreNullFields', 'false')),
    'map<string, string>'
)") }}
{%- endmacro %}
