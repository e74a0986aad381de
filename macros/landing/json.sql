{#-
    One text column `value` a row, as Debezium Server or a file sink leaves it; in json_keyed beside
    a text column `key`. The table's row lineage (Iceberg v3) tells the rows apart and their arrival.
-#}
{%- macro _layout_json(key) -%}
    {{ return({
        'landed': {
            '_landing_id': 'cast(_landing._row_id as string)',
            '_topic': 'cast(null as string)',
            '_topic_partition': 'cast(null as int)',
            '_topic_offset': '_landing._row_id',
            '_landed_at': 'cast(null as timestamp)',
            '_raw_key': key,
            '_raw': 'cast(_landing.value as string)',
        },
        'arrival': ['_topic_partition', '_topic_offset'],
        'images': ['before', 'after'],
        'fields': debezium._debezium_fields(),
        'envelope': debezium._debezium_envelope(),
    }) }}
{%- endmacro %}
