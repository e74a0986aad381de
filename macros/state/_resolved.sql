{#-
    The events of the keys that have news, in their order, each with what was then known of its row: `decided`.
    `base` is where truncates and tombstones are found, which stand beside the change events; `connector` says
    whether its updates may need the document before them.
-#}
{%- macro _resolved(relation, columns, base, connector, looked_up=false) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set texts = connector.texts or [] -%}
    {%- set event = [
        '_landing_id', '_kind', '_op', '_event_id', '_source_at', '_row', '_unavailable', '_pending', '_load',
    ] + texts -%}
    {%- set own = {} -%}
    {%- for name in event -%}
        {%- do own.update({name: name}) -%}
    {%- endfor -%}
    {%- do own.update(_kind="'event'", _row="struct(\n    " ~ debezium._select(names, 4) ~ "\n)") -%}
with {% if is_incremental() -%}
touched as (
    {{ debezium._touched(relation, base) | indent }}
),

{% endif -%}
changed as (
    select
        _key,
        _position,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    {%- if is_incremental() %}
    where _key in (select touched._key from touched)
    {%- endif %}
),
{%- if base %}

{{ debezium._deleting(base, texts) }},
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

gathered as (
    select
        _key,
        _position,
        {{ debezium._select(event) }},
        count_if(_kind = 'event') over (partition by _key) as _sightings,
        max(_load) over (partition by _key) as _newest_load
    from events
),

{% if base -%}
arrived as (
    select
        _key,
        _position,
        {{ debezium._select(event + ['_sightings', '_newest_load']) }},
        -- a tombstone has no source block to tell its epoch
        if(
            _kind = 'tombstone',
            max(_position.epoch) over in_lane,
            _position.epoch
        ) as _epoch,
        lag(_op) over in_lane as _op_before
    from gathered
    window in_lane as (partition by _key, _position.arrival.lane order by _position.arrival.`offset`)
),

{% endif -%}
-- an event without coordinates stands after all that arrived before it in its lane
{%- if base %}
-- a tombstone behind its delete says nothing
{%- endif %}
placed as (
    select
        _key,
        struct(
            {{ '_epoch' if base else '_position.epoch' }} as epoch,
            coalesce(
                _position.coordinates,
                max(_position.coordinates) over (
                    partition by _key, {{ '_epoch' if base else '_position.epoch' }}, _position.arrival.lane
                    order by _position.arrival.`offset`
                )
            ) as coordinates,
            _position.arrival as arrival,
            _position.origin as origin
        ) as _position,
        _position.coordinates is not null as _has_coordinates,
        {{ debezium._select(event + ['_sightings', '_newest_load']) }}
    from {{ 'arrived' if base else 'gathered' }}
    {%- if base %}
    where not (_kind = 'tombstone' and coalesce(_op_before = 'd', false))
    {%- endif %}
),

{{ debezium._sighted(event + ['_sightings', '_newest_load']) }},

{% if texts -%}
{{ debezium._applied(columns, connector, looked_up) }},

{% endif -%}
{{ debezium._folded(columns, 'applied' if texts else 'counted', looked_up) }}
{%- endmacro %}
