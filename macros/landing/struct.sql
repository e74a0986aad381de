{#-
    Nested columns before, after, source, op, ts_ms, transaction, as an Avro or Parquet sink writes
    them. Images stay structs and are read by path; there is no message key and no tombstone.
    The table's row lineage (Iceberg v3) tells the rows apart and their arrival.
-#}
{%- macro _layout_struct() -%}
    {{ return({
        'landed': {
            '_landing_id': 'cast(_landing._row_id as string)',
            '_topic': 'cast(null as string)',
            '_topic_partition': 'cast(null as int)',
            '_topic_offset': '_landing._row_id',
            '_landed_at': 'cast(null as timestamp)',
            '_raw_key': 'cast(null as string)',
            '_raw': debezium._as_json(
                "struct(_landing.before, _landing.after, _landing.source, _landing.op, _landing.ts_ms, _landing.transaction)"
            ),
        },
        'arrival': ['_topic_partition', '_topic_offset'],
        'envelope': {
            '_op': '_landing.op',
            '_source': debezium._struct_as_map('_landing.source'),
            '_before': '_landing.before',
            '_after': '_landing.after',
            '_transaction': debezium._struct_as_map('_landing.transaction'),
            '_ts_ms': 'cast(_landing.ts_ms as string)',
            '_record_key': 'cast(null as map<string, string>)',
        },
    }) }}
{%- endmacro %}

{#- A struct of any shape as text by name, nulls kept. -#}
{%- macro _struct_as_map(column) -%}
    {{ return("from_json(
    " ~ debezium._as_json(column) | indent ~ ",
    'map<string, string>'
)") }}
{%- endmacro %}
