{#-
    The events of the keys that have news, in their order, each with what was then known of its row: `decided`.
    `base` is where truncates and tombstones are found, which stand beside the change events.
-#}
{%- macro _resolved(relation, columns, base) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set event = [
        '_landing_id', '_kind', '_op', '_event_id', '_source_at', '_unavailable', '_pending', '_load',
    ] + names -%}
with {% if is_incremental() -%}
touched as (
    {{ debezium._touched(relation, base) | indent }}
),

{% endif -%}
changed as (
    select
        _key,
        _position,
        {{ debezium._select(event) | replace('_kind', "'event' as _kind") }}
    from {{ relation }}
    {%- if is_incremental() %}
    where _key in (select touched._key from touched)
    {%- endif %}
),
{%- if base %}

{{ debezium._deleting(columns, base) }},
{%- endif %}

events as (
    {%- for source in (['changed', 'truncates', 'tombstones'] if base else ['changed']) %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        _position,
        {{ debezium._select(event) }}
    from {{ source }}
    {%- endfor %}
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
        row_number() over (
            partition by _key, _kind, if(_kind = 'tombstone', _landing_id, cast(_event_id as string))
            order by _position, _landing_id
        ) as _sighting,
        count_if(_kind = 'event') over (partition by _key) as _sightings,
        max(_load) over (partition by _key) as _newest_load
    from placed
),

{{ debezium._folded(columns) }}
{%- endmacro %}

{#- The keys that have news; a truncate is news of all. -#}
{%- macro _touched(relation, base) -%}
{%- set news = "_load > (
    select coalesce(max(held._load), 0)
    from " ~ this ~ " as held
)" -%}
select staged._key
from {{ relation }} as staged
where
    staged.{{ news | indent }}
    {%- if base %}
    or exists (
        select 1
        from {{ base }} as landed
        where
            landed._class = 'truncate'
            and landed.{{ news | indent(12) }}
    )

union distinct

select landed._key
from {{ base }} as landed
where
    landed._class = 'tombstone'
    and landed.{{ news | indent }}
    {%- endif %}
{%- endmacro %}
