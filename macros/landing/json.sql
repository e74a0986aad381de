{#-
    One text column `value` a row, as Debezium Server or a file sink leaves it; in json_keyed beside
    a text column `key`.
-#}
{%- macro _layout_json(key) -%}
    {{ return(dict(
        debezium._debezium_messages(),
        landed=debezium._landed_by_row_id(key, debezium._value_text('_landing.value')),
        unpack=debezium._events_of_value,
        has_parts=true
    )) }}
{%- endmacro %}

{#- Rows without offsets: `_row_ids` gives their identity and arrival, by default Iceberg's row lineage. -#}
{%- macro _landed_by_row_id(key, text) -%}
    {{ return({
        '_landing_id': 'cast(_landing._row_id as string)',
        '_topic': 'cast(null as string)',
        '_topic_partition': 'cast(null as int)',
        '_topic_offset': '_landing._row_id',
        '_topic_timestamp': 'cast(null as timestamp)',
        '_raw_key': key,
        '_raw': text,
    }) }}
{%- endmacro %}
