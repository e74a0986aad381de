{#- What deletes beside the change events: a truncate every key of its table, a tombstone its own. -#}
{%- macro _deleting(base, texts, continued, is_touched) -%}
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
emptied as (
    select distinct landed._position.origin.collection as _collection
    from {{ base }} as landed
    where landed._class = 'truncate'{{ until }}
),

emptied_keys as (
    select /*+ broadcast(emptied) */ distinct
        changed._key,
        emptied._collection
    from changed
    inner join emptied
        on changed._position.origin.collection <=> emptied._collection
),

truncates as (
    select
        emptied_keys._key,
        landed._position,
        landed._landing_id,
        'truncate' as _kind,
        't' as _op,
        landed._event_id,
        landed._source_at,
        {{ debezium._select_pairs(nothing) }}
    from {{ base }} as landed
    inner join emptied_keys
        on landed._position.origin.collection <=> emptied_keys._collection
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
    where
        landed._class = 'tombstone'
        {%- if is_touched %}
        and {{ debezium._is_touched('landed._key') | indent(8) }}
        {%- endif %}
        {%- if continued %}
        and landed._load <= {{ continued.newest }}
        and landed._key in (
            {{ continued.refolded }}
        )
        {%- endif %}
)
{%- endmacro %}
