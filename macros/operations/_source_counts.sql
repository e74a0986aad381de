{#-
    One row: how many landed events of a source table have what `_source_findings` reports. entity: as
    `_table_metadata` returns it.
-#}
{%- macro _source_counts(entity) -%}
{%- set connector = debezium._connectors()[entity.connector] -%}
{%- set layout = debezium._with_blocks(debezium._layouts()[entity.layout], connector) -%}
{%- set layout = debezium._with_compression('check_source', layout, entity.layout, entity.compression, none) -%}
{%- set key = entity.columns | selectattr('is_key') | map(attribute='source') | list -%}
{%- set tables = debezium._tables_to_read(entity.tables[0], layout) -%}
{%- do tables[0].update(conditions=[tables[0].landed._topic ~ " in (" ~ debezium._string_literals(entity.topics) ~ ")"] if entity.topics else []) -%}
{%- set steps = debezium._envelope_steps({'tables': tables}, layout, connector, [], {}) -%}
{%- set of_entity = ["_op is not null"] -%}
{%- for part, names in entity.entity.items() if part != 'topic' -%}
    {%- do of_entity.append(debezium._belongs({part: names})) -%}
{%- endfor -%}
with {{ steps | join(',\n\n') }},

records as (
    select
        _topic,
        _topic_partition,
        _topic_offset,
        _op,
        _raw is null as is_tombstone,
        {{ of_entity | join(' and ') }} as is_of_entity,
        {{ debezium._origin(connector)._server }} as server,
        _before as old_image,
        _after as image,
        {{ debezium._coordinates(connector) | indent(8) }} as _coordinates,
        coalesce(
            {{ debezium._has_position(connector) | indent(12) }},
            false
        ) as is_placed,
        try_cast(_source.ts_ms as bigint) as changed_at,
        try_cast(_ts_ms as bigint) as processed_at,
        unix_millis(_topic_timestamp) as written_at
    from {{ 'envelope' if layout.parse else 'landed_rows' }}
),

topic_partitions as (
    select
        _topic,
        _topic_partition,
        max(_topic_offset) - min(_topic_offset) + 1 - count(distinct _topic_offset) as missing
    from records
    -- the row ids of other layouts have gaps of their own
    where _topic_partition is not null
    group by
        _topic,
        _topic_partition
),

events as (
    select
        _op,
        server,
        is_placed,
        {{ debezium._known_values('old_image', layout, connector) | indent(8) }} as old_image,
        {{ debezium._known_values('image', layout, connector) | indent(8) }} as image,
        changed_at,
        processed_at,
        written_at
    from records
    where is_of_entity
)

select
    count_if(_op in ('c', 'r', 'u', 'd')) as events,
    count_if(_op = 'u') as updates,
    count_if(_op = 'd') as deletes,
    count_if(_op = 'u' and image is null) as updates_without_image,
    count_if(_op = 'u' and old_image is null) as updates_without_old_image,
    count_if(_op = 'd' and size(array_except(map_keys(old_image), array({{ debezium._string_literals(key) }}))) = 0) as deletes_with_key_only,
    max(size(map_keys(coalesce(image, old_image)))) > {{ entity.key | length }} as has_other_columns,
    {{ 'count_if(exists(map_values(image), text -> text in (' ~ debezium._string_literals(connector.placeholders) ~ ')))' if connector.placeholders else '0' }} as placeholders,
    count_if(_op in ('c', 'u', 'd') and not is_placed) as unplaced,
    array_sort(collect_set(server)) as servers,
    count_if(changed_at > processed_at + 60000) as changed_after_processed,
    count_if(processed_at > written_at + 60000) as processed_after_written,
    (select count_if(is_tombstone) from records) as tombstones,
    (select coalesce(sum(missing), 0) from topic_partitions) as missing_offsets
from events
{%- endmacro %}

{#- The values of an image that are not null, by name, whatever form the layout gives it. -#}
{%- macro _known_values(image, layout, connector) -%}
    {%- set fields = debezium._struct_as_map(image) if layout.structs
        else "from_json(" ~ image ~ ", 'map<string, string>')" if connector.image_type == 'string' else image -%}
    {{ return("map_filter(
    " ~ fields | indent ~ ",
    (name, text) -> text is not null
)") }}
{%- endmacro %}
