{#- What deletes beside the change events: a truncate every key, a tombstone its own. -#}
{%- macro _deleting(columns, base) -%}
    {%- set nothing = {
        '_unavailable': 'cast(null as array<string>)',
        '_pending': 'false',
        '_load': 'landed._load',
    } -%}
    {%- for column in columns -%}
        {%- do nothing.update({debezium._quote(column.name): 'cast(null as ' ~ column.data_type ~ ')'}) -%}
    {%- endfor -%}
known_keys as (
    select distinct _key
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
    cross join known_keys
    where landed._class = 'truncate'
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
    inner join known_keys
        on landed._key = known_keys._key
    where landed._class = 'tombstone'
)
{%- endmacro %}
