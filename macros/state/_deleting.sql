{#- What deletes beside the change events: a truncate every key of its table, a tombstone its own. -#}
{%- macro _deleting(base, texts, continued) -%}
    {%- set nothing = {
        '_row': 'null',
        '_unavailable': 'cast(null as array<string>)',
        '_pending': 'false',
        '_load': 'landed._load',
    } -%}
    {%- set until = ' and landed._load <= ' ~ continued.newest if continued else '' -%}
    {%- for name in texts -%}
        {%- do nothing.update({name: 'cast(null as string)'}) -%}
    {%- endfor -%}
known_keys as (
    select distinct
        _key,
        _position.origin.collection as _collection
    from changed
),

truncates as (
    select
        known_keys._key,
        landed._position,
        landed._landing_id,
        'truncate' as _kind,
        't' as _op,
        landed._event_id,
        landed._source_at,
        {{ debezium._select_pairs(nothing) }}
    from {{ base }} as landed
    inner join known_keys
        on landed._position.origin.collection <=> known_keys._collection
    where landed._class = 'truncate'{{ until }}
),

tombstones as (
    select
        landed._key,
        landed._position,
        landed._landing_id,
        'tombstone' as _kind,
        'd' as _op,
        landed._event_id,
        landed._source_at,
        {{ debezium._select_pairs(nothing) }}
    from {{ base }} as landed
    left semi join known_keys
        on landed._key = known_keys._key
    where landed._class = 'tombstone'{{ until }}
)
{%- endmacro %}
