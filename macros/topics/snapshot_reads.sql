{#- The events that snapshots read, each with its snapshot. -#}
{%- macro snapshot_reads(base, signals=none) -%}
    {{ return(adapter.dispatch('snapshot_reads', 'debezium')(base, signals)) }}
{%- endmacro %}

{%- macro default__snapshot_reads(base, signals=none) -%}
with {{ debezium._snapshot_runs(base, signals) }}

select
    _landing_id,
    _key,
    source_name,
    data_collection,
    is_incremental,
    snapshot_run,
    marker as snapshot_marker,
    happened_at as read_at
from runs
where _landing_id is not null
{%- endmacro %}
