{#- The step of the events that snapshots read, each with the place in the log at which a full one began. -#}
{%- macro _snapshot_events(base) -%}
    {%- set places = [] -%}
    {%- for connector in debezium._connectors().values() -%}
        {%- do places.extend(connector.coordinates) -%}
    {%- endfor -%}
read_events as (
    select
        _landing_id,
        _key,
        _server as source_name,
        _collection as data_collection,
        left(_position, 4) as epoch,
        _source.snapshot as marker,
        coalesce(_source.snapshot = 'incremental', false) as is_incremental,
        try_cast(split_part(_source.version, '.', 1) as int) as version,
        to_json(
            map_filter(
                {{ debezium._struct_as_map('_source') | indent(16) }},
                (name, place) -> name in (
                    {{ debezium._string_literals(places | unique(true), ',\n                    ') }}
                )
                -- a time is a place for MongoDB alone; reads of the others may each have their own
                and (name <> 'ts_ms' or _source.connector = 'mongodb')
            )
        ) as read_from,
        _processed_at as happened_at
    from {{ base }}
    where
        _class = 'data'
        and _op = 'r'
),
{%- endmacro %}
