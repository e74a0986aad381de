{#- Columns of `events` that had values and have none in the newest load; late or reclassified events are no news. -#}
{%- macro _silent() -%}
filled as (
    select
        _load,
        _landed_at,
        inline(_seen) as (source_field, seen_in)
    from events
    where _op <> 'd'
),

bounded as (
    select
        _load,
        _landed_at,
        source_field,
        max(seen_in) over (partition by source_field) as seen_until,
        max(if(seen_in is not null, _landed_at, null)) over (partition by source_field) as seen_at
    from filled
),

silent as (
    select
        'silent' as kind,
        source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        cast(null as string) as example
    from bounded
    where
        _load > seen_until
        and coalesce(_landed_at >= seen_at, true)
    group by source_field
)
{%- endmacro %}
