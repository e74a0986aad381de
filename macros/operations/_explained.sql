{#-
    Each landed row of a key with its outcome: the first step of the fold that it does not reach. Two steps of the fold
    show it: the events that count and those that decide. Neither depends on the columns, so a fold of one column gives them.
-#}
{%- macro _explained(told, key) -%}
    {%- set key = debezium._text(key) -%}
    {%- set connector = debezium._of_documents('explain_key', told.connector, '') -%}
    {%- set columns = debezium._columns('explain_key', told.columns, '')[:1] -%}
    {%- set fold = debezium._resolved(told.relation, columns, told.base, connector, told.load) -%}
    {%- set reached = debezium._literal_rows(debezium._reached(fold, 'applied' if connector.texts else 'counted', key)) -%}
with reached as (
    {{ reached | indent }}
),

counted as (
    select
        _landing_id,
        _position,
        _pending
    from reached
    where _last is null
),

decided as (
    select
        _landing_id,
        _position,
        _last
    from reached
    where _last is not null
),

landed_rows as (
    select
        landed._landing_id,
        landed._class,
        landed._reason,
        landed._op,
        landed._event_id,
        coalesce(counted._position, landed._position) as _position,
        landed._position.coordinates as coordinates,
        landed._landed_at,
        landed._load,
        selected._landing_id is not null as is_selected,
        counted._landing_id is not null as is_counted,
        decided._landing_id is not null as is_decided,
        coalesce(counted._pending, false) as is_pending
    from {{ told.base }} as landed
    left join {{ told.relation }} as selected
        on landed._landing_id = selected._landing_id
    left join counted
        on landed._landing_id = counted._landing_id
    left join decided
        on landed._landing_id = decided._landing_id
),

first_sightings as (
    select
        _class,
        _event_id,
        min_by(struct(_landing_id, _position), struct(_position, _landing_id)) as first
    from landed_rows
    where is_counted
    group by
        _class,
        _event_id
),

deciding as (
    select
        _position,
        _landing_id
    from decided
    where struct(_position, _landing_id) = _last
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
where
    landed_rows._class <> 'truncate'
    or first_sightings.first is not null
order by
    not landed_rows.is_counted and first_sightings.first is null,
    if(landed_rows.is_counted, landed_rows._position, coalesce(first_sightings.first._position, landed_rows._position)),
    landed_rows._landing_id
{%- endmacro %}
