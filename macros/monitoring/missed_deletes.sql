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

complete as (
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

seen as (
    select
        _key,
        max(_processed_at) as last_event_at
    from {{ base }}
    where _class = 'data'
    group by _key
)

select
    active._key,
    complete.source_name,
    complete.data_collection,
    complete.latest.snapshot_kind,
    complete.latest.snapshot_run,
    complete.latest.began_at,
    seen.last_event_at
from {{ current }} as active
inner join seen on active._key = seen._key
inner join complete
    on
        active._server = complete.source_name
        and active._collection = complete.data_collection
        and seen.last_event_at < complete.latest.began_at
left anti join runs
    on
        active._key = runs._key
        and complete.source_name = runs.source_name
        and complete.data_collection = runs.data_collection
        and complete.latest.is_incremental = runs.is_incremental
        and complete.latest.snapshot_run = runs.snapshot_run
where not active._is_deleted
{%- endmacro %}
