{#-
    The steps from runs to snapshots. A full one is complete between its first and last markers (before Debezium 2 there is
    no first), unless its signal had a condition; an incremental one where its signal is known, had no condition
    and was neither stopped nor sent again, when nothing of it came for a while in which the connector was alive.
-#}
{%- macro _snapshot_ends(base, signals, idle_after) -%}
    {%- set run = ['source_name', 'data_collection', 'is_incremental', 'snapshot_run'] -%}
    {%- set of_table -%}
(
    partition by source_name, data_collection, is_incremental
    order by first_read_at
)
    {%- endset -%}
snapshot_totals as (
    select
        {{ debezium._select(run) }},
        max(request) as request,
        max(epoch) as epoch,
        count(distinct _landing_id) as read_rows,
        min(if(_landing_id is not null, happened_at, null)) as first_read_at,
        max(if(_landing_id is not null, happened_at, null)) as last_read_at,
        min(if(signal_type = 'stop-snapshot', happened_at, null)) as stopped_at,
        bool_or(marker in ('first', 'first_in_data_collection') or version < 2) as has_first,
        bool_or(marker in ('last', 'last_in_data_collection')) as has_last
    from runs
    where
        _landing_id is not null
        or is_incremental
    group by
        {{ debezium._select(run) }}
),

last_activity as (
    select max(_processed_at) as seen_at
    from {{ base }}
    {%- if signals %}

    union all

    select max(processed_at) as seen_at
    from {{ signals }}
    {%- endif %}
),

with_previous_snapshot as (
    select
        {{ debezium._select(run) }},
        request,
        epoch,
        read_rows,
        first_read_at,
        last_read_at,
        stopped_at,
        has_first,
        has_last,
        lag(first_read_at) over {{ of_table | indent(8) }} as previous_at,
        lead(request.happened_at) over {{ of_table | indent(8) }} as next_request_at,
        first_read_at = min(first_read_at) over {{ of_table | indent(8) }} as is_first,
        (select max(last_activity.seen_at) from last_activity) > last_read_at + interval {{ debezium._string_literal(idle_after) }} as is_idle
    from snapshot_totals
    where read_rows > 0
),

snapshots as (
    select
        {{ debezium._select(run) }},
        epoch,
        read_rows,
        last_read_at,
        stopped_at,
        case
            when is_incremental then 'incremental'
            when request.happened_at > previous_at then 'blocking'
            when is_first then 'initial'
            else 'ad-hoc'
        end as snapshot_kind,
        if(is_incremental or request.happened_at > previous_at, request.signal_id, null) as signal_id,
        if(is_incremental, coalesce(request.happened_at, first_read_at), first_read_at) as began_at,
        if(
            is_incremental,
            request is not null
            and not request.is_partial
            and is_idle
            -- what it still had to read when the table was asked for again counts as read by the next one
            and coalesce(
                least(stopped_at, next_request_at)
                > last_read_at + interval {{ debezium._string_literal(idle_after) }},
                true
            ),
            has_last
            and (has_first or read_rows = 1)
            -- a blocking one reads what its condition selects
            and not coalesce(request.is_partial and coalesce(request.happened_at > previous_at, true), false)
        ) as is_complete
    from with_previous_snapshot
)
{%- endmacro %}
