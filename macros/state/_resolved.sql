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

{% if base -%}
arrived as (
    select
        _key,
        _position,
        {{ debezium._select(event) }},
        lag(_op) over (partition by _key order by _position.arrival) as _op_before
    from events
),

{% endif -%}
-- an event without coordinates stands after all that arrived before it
{%- if base %}; a tombstone behind its delete says nothing{% endif %}
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
    from {{ 'arrived' if base else 'events' }}
    {%- if base %}
    where not (_kind = 'tombstone' and coalesce(_op_before = 'd', false))
    {%- endif %}
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
