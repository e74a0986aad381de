{#-
    The steps that group reads into runs. The reads of a full snapshot share the log position at which it
    began; those of an incremental one follow the signal for their table.
-#}
{%- macro _snapshot_runs(base, signals=none) -%}
    {%- set earlier -%}
(
    partition by source_name, data_collection, is_incremental
    order by happened_at, signal_type nulls last
    rows between unbounded preceding and current row
)
    {%- endset -%}
{{ debezium._snapshot_events(base) }}

    {%- if signals %}

snapshot_tables as (
    select distinct
        source_name,
        data_collection
    from read_events
),

requests as (
    select
        source_name,
        signal_id,
        signal_type,
        snapshot_type = 'incremental' as is_incremental,
        additional_conditions is not null as is_partial,
        processed_at,
        data_collections
    from {{ signals }}
    where
        signal_type in ('execute-snapshot', 'stop-snapshot')
        and ignored_reason is null
),
    {%- endif %}

read_times as (
    select
        _landing_id,
        _key,
        source_name,
        data_collection,
        epoch,
        is_incremental,
        marker,
        version,
        read_from,
        happened_at,
        cast(null as string) as signal_id,
        cast(null as string) as signal_type,
        cast(null as boolean) as is_partial
    from read_events
    {%- if signals %}

    union all

    select
        null as _landing_id,
        null as _key,
        snapshot_tables.source_name,
        snapshot_tables.data_collection,
        null as epoch,
        requests.is_incremental,
        null as marker,
        null as version,
        null as read_from,
        requests.processed_at as happened_at,
        requests.signal_id,
        requests.signal_type,
        requests.is_partial
    from requests
    inner join snapshot_tables
        on
            requests.source_name = snapshot_tables.source_name
            and if(
                size(requests.data_collections) > 0,
                exists(
                    requests.data_collections,
                    name -> snapshot_tables.data_collection rlike {{ debezium._table_pattern('name') | indent(20) }}
                ),
                requests.signal_type = 'stop-snapshot'
            )
    {%- endif %}
),

runs as (
    select
        _landing_id,
        _key,
        source_name,
        data_collection,
        epoch,
        is_incremental,
        marker,
        version,
        happened_at,
        signal_type,
        max(
            if(signal_type = 'execute-snapshot', struct(happened_at, signal_id, is_partial), null)
        ) over {{ earlier | indent(8) }} as request,
        if(
            is_incremental,
            cast(count_if(signal_type = 'execute-snapshot') over {{ earlier | indent(12) }} as string),
            read_from
        ) as snapshot_run
    from read_times
)
{%- endmacro %}
