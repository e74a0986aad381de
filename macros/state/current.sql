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
    {%- set names = [] -%}
    {%- for column in columns -%}
        {%- do names.append(debezium._quote(column.name)) -%}
    {%- endfor -%}
    {%- set event = ['_op', '_event_id', '_source_at', '_unavailable', '_pending', '_load'] + names -%}
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
        row_number() over (partition by _key, _event_id order by _position) as sighting,
        count(*) over (partition by _key) as sightings,
        max(_load) over (partition by _key) as newest_load
    from placed
),

-- what was known of each column when the event had happened
folded as (
    select
        _key,
        _position,
        _op,
        _source_at,
        sightings,
        newest_load,
        struct(
            {{ debezium._select(names, 12) }}
        ) as image,
        struct(
            {%- for column in columns %}
            {{ debezium._last_known(column.name) }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) as known,
        max(if(_op = 'd' or _pending or _unavailable is not null, null, _position)) over history as whole_position,
        max(if(_pending, _position, null)) over history as pending_position,
        max(_position) over (partition by _key) as last_position,
        count(*) over (partition by _key) as _events
    from sighted
    where sighting = 1
    window history as (
        partition by _key
        order by _position
        rows between unbounded preceding and current row
    )
)

select
    _key,
    {%- for name in names %}
    if(known.{{ name }} is null and _op = 'd', image.{{ name }}, known.{{ name }}.value) as {{ name }},
    {%- endfor %}
    _op,
    _op = 'd' as _is_deleted,
    if(_op = 'd', _source_at, null) as _deleted_at,
    _source_at,
    _position,
    array_compact(array(
        {%- for name in names %}
        if(known.{{ name }} is null and _op <> 'd', {{ debezium._text(columns[loop.index0].name) }}, null){{ ',' if not loop.last }}
        {%- endfor %}
    )) as _unavailable,
    coalesce(pending_position > whole_position, pending_position is not null) as _pending,
    _events,
    sightings - _events as _repeats,
    newest_load as _load
from folded
where
    _position = last_position
    -- an update of a document that nobody has seen is no row yet
    and (_op = 'd' or whole_position is not null)
{%- endmacro %}
