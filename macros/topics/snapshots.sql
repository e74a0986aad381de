{#- The snapshots of each table: of which kind, when, how many rows they read, and whether they read all of them. -#}
{%- macro snapshots(base, signals=none, idle_after='1 hour') -%}
    {{ return(adapter.dispatch('snapshots', 'debezium')(base, signals, idle_after)) }}
{%- endmacro %}

{%- macro default__snapshots(base, signals=none, idle_after='1 hour') -%}
with {{ debezium._snapshot_runs(base, signals) }},

{{ debezium._snapshot_ends(base, signals, idle_after) }}

select
    source_name,
    data_collection,
    snapshot_kind,
    is_incremental,
    snapshot_run,
    signal_id,
    read_rows,
    began_at,
    last_read_at,
    stopped_at,
    is_complete
from snapshots
{%- endmacro %}
