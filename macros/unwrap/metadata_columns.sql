{#- The columns that the package adds to its tables, by name, with their types. -#}
{%- macro metadata_columns() -%}
    {{ return(adapter.dispatch('metadata_columns', 'debezium')()) }}
{%- endmacro %}

{%- macro default__metadata_columns() -%}
    {{ return({
        '_landing_id': 'string',
        '_topic': 'string',
        '_topic_partition': 'int',
        '_topic_offset': 'bigint',
        '_landed_at': 'timestamp',
        '_class': 'string',
        '_reason': 'string',
        '_op': 'string',
        '_key': 'string',
        '_position': 'struct',
        '_event_id': 'bigint',
        '_source': 'map<string, string>',
        '_source_at': 'timestamp',
        '_processed_at': 'timestamp',
        '_transaction': 'map<string, string>',
        '_before': 'string',
        '_after': 'string',
        '_patch': 'string',
        '_filter': 'string',
        '_update_description': 'string',
        '_unavailable': 'array<string>',
        '_pending': 'boolean',
        '_invalid': 'map<string, string>',
        '_extra': 'map<string, string>',
        '_raw_key': 'string',
        '_raw': 'string',
        '_load': 'bigint',
        '_is_deleted': 'boolean',
        '_deleted_at': 'timestamp',
        '_events': 'bigint',
        '_repeats': 'bigint',
    }) }}
{%- endmacro %}
