{#-
    What `_complete_topics` found in earlier loads of the model's own table: {load, records, partitions}. None in a
    small table, and where no property was stored.
-#}
{%- macro _stored_partitions(loaded) -%}
    {%- set stored = debezium._table_property(this, 'debezium.partitions') if debezium._stores_partitions(loaded.rows) else none -%}
    {{ return(fromjson(stored) if stored else none) }}
{%- endmacro %}

{#-
    Stores what the query found, if the next load would otherwise read a million rows or more again. Not if
    another process has written rows since they were counted. A metastore limits the length of a property.
-#}
{%- macro _store_partitions(loaded, topics, earlier) -%}
    {%- if debezium._stores_partitions(loaded.rows - (earlier.records if earlier else 0))
        and topics | sum(attribute='records') == loaded.rows -%}
        {%- set partitions = [] -%}
        {%- for topic in topics -%}
            {%- do partitions.extend(fromjson(topic.partitions)) -%}
        {%- endfor -%}
        {%- set stored = tojson({'load': loaded.newest, 'records': loaded.rows, 'partitions': tojson(partitions)}) -%}
        {%- do debezium._set_table_properties(this, {'debezium.partitions': stored}) if stored | length < 30000 -%}
    {%- endif -%}
{%- endmacro %}

{%- macro _stores_partitions(rows) -%}
    {{ return(rows >= 1000000 and config.get('file_format') in debezium._formats_with_properties()) }}
{%- endmacro %}

{#- What is stored of a partition, as `_topics` finds it. -#}
{%- macro _partition_types() -%}
    {%- set numbers = ['first_offset', 'last_offset', 'offset_sum', 'records', 'timestamps', 'newest', 'last_timestamp'] -%}
    {{ return(dict(landing_table='string', topic='string', topic_partition='int', **dict.fromkeys(numbers, 'bigint'))) }}
{%- endmacro %}
