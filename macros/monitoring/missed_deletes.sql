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
        max(struct(began_at, is_incremental, snapshot_run, snapshot_kind, epoch)) as latest
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
),

-- the last epoch of each server: one that has ended has no events in a later epoch
server_epochs as (
    select
        _server,
        max(left(_position, 4)) as epoch
    from {{ base }}
    where _class = 'data'
    group by _server
),

-- of each row the last snapshot of its table since its last event
snapshots_of_rows as (
    select
        current_rows._key,
        last_events.last_event_at,
        max(struct(
            complete_snapshots.latest.epoch,
            complete_snapshots.latest.began_at,
            complete_snapshots.latest.is_incremental,
            complete_snapshots.latest.snapshot_run,
            complete_snapshots.latest.snapshot_kind,
            complete_snapshots.source_name,
            complete_snapshots.data_collection
        )) as latest
    from {{ current }} as current_rows
    inner join last_events on current_rows._key = last_events._key
    inner join server_epochs on current_rows._server = server_epochs._server
    inner join complete_snapshots
        on
            (
                current_rows._server = complete_snapshots.source_name
                -- a later epoch has the tables of the server before it
                or server_epochs.epoch < complete_snapshots.latest.epoch
            )
            and current_rows._collection = complete_snapshots.data_collection
            and last_events.last_event_at < complete_snapshots.latest.began_at
    where not current_rows._is_deleted
    group by
        current_rows._key,
        last_events.last_event_at
)

select
    snapshots_of_rows._key,
    snapshots_of_rows.latest.source_name,
    snapshots_of_rows.latest.data_collection,
    snapshots_of_rows.latest.snapshot_kind,
    snapshots_of_rows.latest.snapshot_run,
    snapshots_of_rows.latest.began_at,
    snapshots_of_rows.last_event_at
from snapshots_of_rows
left anti join runs
    on
        snapshots_of_rows._key = runs._key
        and snapshots_of_rows.latest.source_name = runs.source_name
        and snapshots_of_rows.latest.data_collection = runs.data_collection
        and snapshots_of_rows.latest.is_incremental = runs.is_incremental
        and snapshots_of_rows.latest.snapshot_run = runs.snapshot_run
{%- endmacro %}
