{#-
    One text column `value` a row, as Debezium Server or a file sink leaves it, with or without a
    text column `key`. The table's row lineage (Iceberg v3) tells the rows apart and their arrival.
-#}
{%- macro _layout_json() -%}
    {{ return({
        'landed': {
            '_landing_id': 'cast(landing._row_id as string)',
            '_topic': 'cast(null as string)',
            '_topic_partition': 'cast(null as int)',
            '_topic_offset': 'landing._row_id',
            '_landed_at': 'cast(null as timestamp)',
            '_raw_key': 'cast(landing.key as string)',
            '_raw': 'cast(landing.value as string)',
        },
        'arrival': ['_topic_partition', '_topic_offset'],
        'images': ['before', 'after'],
        'fields': debezium._debezium_fields(),
        'envelope': debezium._debezium_envelope(),
    }) }}
{%- endmacro %}
