{#-
    The current state: one row per key, a deleted key included. Reads change events (a staging model) and
    folds every key that has new ones again, so that a late or a repeated event changes nothing it should not.
-#}
{%- macro current(relation, columns=none) -%}
    {{ return(adapter.dispatch('current', 'debezium')(relation, columns)) }}
{%- endmacro %}

{%- macro default__current(relation, columns=none) -%}
    {%- set example -%}
{% raw %}    {{ debezium.current(ref('stg_db2__customers')) }}{% endraw %}
    {%- endset -%}
    {%- set columns = debezium._columns('current', columns, example) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set event = ['_landing_id', '_op', '_event_id', '_source_at', '_unavailable', '_pending', '_load'] + names -%}
with events as (
    select
        _key,
        _position,
        {{ debezium._select(event) }}
    from {{ relation }}
    {%- if is_incremental() %}
    where
        _key in (
            select news._key
            from {{ relation }} as news
            where news._load > (select coalesce(max(held._load), 0) from {{ this }} as held)
        )
    {%- endif %}
),

-- an event without coordinates stands after all that arrived before it
placed as (
    select
        _key,
        struct(
            _position.epoch as epoch,
            coalesce(
                _position.coordinates,
                max(_position.coordinates) over (
                    partition by _key, _position.epoch
                    order by _position.arrival
                )
            ) as coordinates,
            _position.arrival as arrival
        ) as _position,
        {{ debezium._select(event) }}
    from events
),

-- of an event that arrived more than once the first counts
sighted as (
    select
        _key,
        _position,
        {{ debezium._select(event) }},
        row_number() over (partition by _key, _event_id order by _position, _landing_id) as _sighting,
        count(*) over (partition by _key) as _sightings,
        max(_load) over (partition by _key) as _newest_load
    from placed
),

{{ debezium._folded(columns) }}

select
    _key,
    {%- for name in names %}
    if(_known.{{ name }} is null and _op = 'd', _image.{{ name }}, _known.{{ name }}.value) as {{ name }},
    {%- endfor %}
    _op,
    _op = 'd' as _is_deleted,
    if(_op = 'd', _source_at, null) as _deleted_at,
    _source_at,
    _position,
    array_compact(array(
        {%- for name in names %}
        if(_known.{{ name }} is null and _op <> 'd', {{ debezium._text(columns[loop.index0].name) }}, null){{ ',' if not loop.last }}
        {%- endfor %}
    )) as _unavailable,
    coalesce(_pending_position > if(_op = 'd', _position, _whole_position), false) as _pending,
    _events,
    _sightings - _events as _repeats,
    _newest_load as _load
from decided
where struct(_position, _landing_id) = _last
{%- endmacro %}
