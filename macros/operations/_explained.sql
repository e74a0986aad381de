{#- Each landed row of a key with its outcome: the first step of the fold that it does not reach. -#}
{%- macro _explained(told, key) -%}
    {%- set key = debezium._text(key) -%}
    {%- set connector = debezium._of_documents('explain_key', told.connector, '') -%}
    {%- set columns = debezium._columns('explain_key', told.columns, '') -%}
    {%- set of_documents = 'applied' if connector.texts else 'counted' -%}
{{ debezium._resolved(told.relation, columns, told.base, connector, debezium._all_events(told.reads_base)) }},

reached as (
    select
        _landing_id,
        max(step) as step
    from (
        {%- for step in ['events', 'placed', 'counted', 'followed', 'decided'] %}
        {{- '\n\n        union all\n' if not loop.first }}
        select
            _landing_id,
            {{ loop.index }} as step
        from {{ step }}
        where _key = {{ key }}
        {%- endfor %}
    ) as steps
    group by _landing_id
),

landed_rows as (
    select
        landed._landing_id,
        landed._class,
        landed._reason,
        landed._op,
        landed._event_id,
        coalesce(placed._position, landed._position) as _position,
        landed._position.coordinates as coordinates,
        landed._landed_at,
        landed._load,
        coalesce(reached.step, 0) as step,
        coalesce(waiting._pending, false) as is_pending
    from {{ told.base }} as landed
    left join reached
        on landed._landing_id = reached._landing_id
    left join placed
        on
            landed._landing_id = placed._landing_id
            and placed._key = {{ key }}
    left join {{ of_documents }} as waiting
        on
            landed._landing_id = waiting._landing_id
            and waiting._key = {{ key }}
    where
        landed._key = {{ key }}
        or reached._landing_id is not null
),

first_sightings as (
    select
        _class,
        _event_id,
        min_by(_landing_id, struct(_position, _landing_id)) as _landing_id
    from landed_rows
    where step > 2
    group by
        _class,
        _event_id
),

deciding as (
    select
        _position,
        _landing_id
    from decided
    where
        _key = {{ key }}
        and struct(_position, _landing_id) = _last
)

select
    landed_rows._landing_id as `landing id`,
    concat_ws(': ', landed_rows._class, landed_rows._reason) as class,
    landed_rows._op as op,
    concat(
        if(landed_rows._position.epoch > 0, concat('epoch ', landed_rows._position.epoch, ' '), ''),
        coalesce(to_json(landed_rows.coordinates), 'none')
    ) as coordinates,
    cast(landed_rows._position.arrival.`offset` as string) as arrival,
    cast(landed_rows._landed_at as string) as `landed at`,
    cast(landed_rows._load as string) as load,
    {{ debezium._outcome(told) | indent }} as outcome
from landed_rows
left join first_sightings
    on
        landed_rows._class = first_sightings._class
        and landed_rows._event_id = first_sightings._event_id
left join deciding
    on true
order by
    landed_rows.step < 2,
    landed_rows._position,
    landed_rows._landing_id
{%- endmacro %}
