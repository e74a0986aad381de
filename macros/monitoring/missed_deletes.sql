{#-
    Rows that the source no longer has although no delete came: a complete snapshot of their table did not read their keys,
    and no event of theirs was captured since it began.
-#}
{%- macro missed_deletes(current, base, signals=none, idle_after='1 hour') -%}
    {{ return(adapter.dispatch('missed_deletes', 'debezium')(current, base, signals, idle_after)) }}
{%- endmacro %}

{%- macro default__missed_deletes(current, base, signals=none, idle_after='1 hour') -%}
with {{ debezium._snapshot_runs(base, signals) }},

{{ debezium._snapshot_ends(base, signals, idle_after) }},

complete_snapshots as (
    select
        source_name,
        data_collection,
        max(struct(began_at, is_incremental, snapshot_run, snapshot_kind)) as latest
    from snapshots
    where is_complete
    group by
        source_name,
        data_collection
),

last_events as (
    select
        _key,
        max(_processed_at) as last_event_at
    from {{ base }}
    where _class = 'data'
    group by _key
)

select
    current_rows._key,
    complete_snapshots.source_name,
    complete_snapshots.data_collection,
    complete_snapshots.latest.snapshot_kind,
    complete_snapshots.latest.snapshot_run,
    complete_snapshots.latest.began_at,
    last_events.last_event_at
from {{ current }} as current_rows
inner join last_events on current_rows._key = last_events._key
inner join complete_snapshots
    on
        current_rows._server = complete_snapshots.source_name
        and current_rows._collection = complete_snapshots.data_collection
        and last_events.last_event_at < complete_snapshots.latest.began_at
left anti join runs
    on
        current_rows._key = runs._key
        and complete_snapshots.source_name = runs.source_name
        and complete_snapshots.data_collection = runs.data_collection
        and complete_snapshots.latest.is_incremental = runs.is_incremental
        and complete_snapshots.latest.snapshot_run = runs.snapshot_run
where not current_rows._is_deleted
{%- endmacro %}
