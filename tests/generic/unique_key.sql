{#-
    A declared key is unique in the source: no two rows of it, distinguished by their message keys or their tables, are
    active at once under one `_key`, where current would have one row. Over a base model. A null value that deletes has
    no coordinates and names no table: it comes after the event before it, and is of its table.
-#}
{% test unique_key(model, by_server=false) %}

{%- set loads = debezium._loads_to_test(model) %}
{%- set event = dict(debezium._same_names(['_op', '_landing_id', '_raw_key']), _kind="'event'") %}
{%- do event.update(connector='_source.connector', json_key="from_json(_raw_key, 'map<string, string>')") %}

{{ debezium._tested_loads_note(loads) }}
with with_key_totals as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(event) }}
    from {{ model }}
    {{ debezium._where(["_class = 'data'", "_key is not null", debezium._of_tested_keys(loads, [model])]) }}
),

{{ debezium._event_positions(event, false) }},

with_collection as (
    select
        _key,
        _op,
        _place as place,
        _landing_id,
        _raw_key,
        connector,
        json_key,
        last_value(_place.origin.collection, true) over arrived as collection,
        last_value(_place.origin.server, true) over arrived as server
    from positioned_events
    window arrived as (
        partition by _key, _raw_key, _place.arrival.topic_partition
        order by _place.arrival.`offset`
    )
),

with_record_key as (
    select
        _key,
        _op,
        place,
        _landing_id,
        _raw_key,
        collection,
        {{ 'server' if by_server else 'cast(null as string) as server' }},
        {{ debezium._record_key() | indent(8) }} as record_key,
        transform_values(
            record_key,
            (name, value) -> {{ debezium._number_by_value('value') | indent(12) }}
        ) as record_values,
        {{ debezium._canonical_ids(["if(connector = 'mongodb', record_key['id'], null)"]) | indent(8) }} as document_ids,
        coalesce(
            get(document_ids, 0),
            to_json(array_sort(map_entries(record_values)))
        ) as message_key
    from with_collection
),

last_events as (
    select
        _key,
        server,
        collection,
        message_key,
        max_by(
            struct(_op, place, _landing_id, _raw_key),
            struct(place, _landing_id)
        ) as last_event
    from with_record_key
    group by
        _key,
        server,
        collection,
        message_key
),

truncates as (
    select
        _collection as collection,
        {%- if by_server %}
        _server as server,
        {%- endif %}
        {{ debezium._place() | indent(8) }} as place
    from {{ model }}
    where _class = 'truncate'
)

select
    _key,
    count(*) as source_rows,
    array_sort(collect_list(struct(collection, last_event._raw_key, last_event._landing_id))) as last_events
from last_events
where
    last_event._op <> 'd'
    and not exists (
        select 1
        from truncates
        where
            truncates.collection <=> last_events.collection
            {%- if by_server %}
            and truncates.server <=> last_events.server
            {%- endif %}
            and truncates.place > last_events.last_event.place
    )
group by _key
having count(*) > 1

{% endtest %}
