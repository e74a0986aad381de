{#- Columns of `events` that had values and have none in the newest load. Late and retried events do not count. -#}
{%- macro _empty_columns() -%}
column_values as (
    select
        _load,
        _topic_timestamp,
        inline(_seen) as (source_field, seen_in)
    from events
    where _op <> 'd'
),

last_values as (
    select
        _load,
        _topic_timestamp,
        source_field,
        max(seen_in) over (partition by source_field) as seen_until,
        max(if(seen_in is not null, _topic_timestamp, null)) over (partition by source_field) as seen_at
    from column_values
),

empty_columns as (
    select
        'empty_column' as kind,
        source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        cast(null as string) as example
    from last_values
    where
        _load > seen_until
        and coalesce(_topic_timestamp >= seen_at, true)
    group by source_field
)
{%- endmacro %}
