{#-
    The delay of events, by source table and hour: from the source's commit to the connector, to Kafka,
    and to the base model, if the ledger is given. Percentiles in seconds. A source time of 0 is ignored.
    A source time after the connector's time counts as clock skew. The newest heartbeat separates a quiet
    source from a stopped pipeline.
-#}
{%- macro source_lag(base, ledger=none) -%}
    {{ return(adapter.dispatch('source_lag', 'debezium')(base, ledger)) }}
{%- endmacro %}

{%- macro default__source_lag(base, ledger=none) -%}
with {{ debezium._timed_events(base, ledger) }}

select
    server,
    collection,
    processed_hour,
    count_if(not is_heartbeat) as events,
    count_if(is_heartbeat) as heartbeats,
    percentile_approx(if(capture_seconds >= 0, capture_seconds, null), 0.5) as capture_seconds_p50,
    percentile_approx(if(capture_seconds >= 0, capture_seconds, null), 0.95) as capture_seconds_p95,
    max(capture_seconds) as capture_seconds_max,
    percentile_approx(kafka_seconds, 0.5) as kafka_seconds_p50,
    percentile_approx(kafka_seconds, 0.95) as kafka_seconds_p95,
    {%- if ledger %}
    percentile_approx(loading_seconds, 0.5) as loading_seconds_p50,
    percentile_approx(loading_seconds, 0.95) as loading_seconds_p95,
    {%- endif %}
    count_if(capture_seconds < 0) as skewed_events,
    min(capture_seconds) as capture_seconds_min,
    max(_processed_at) as last_seen_at
from timed_events
group by
    server,
    collection,
    processed_hour
{%- endmacro %}

{#- The events with how long they took for each leg and, as delivery_seconds, from the connector to the model; as CTEs. -#}
{%- macro _timed_events(base, ledger=none) -%}
{%- if ledger -%}
loads as (
    select
        _load,
        max(loaded_at) as loaded_at
    from {{ ledger }}
    where base = {{ debezium._string_literal(base.identifier) }}
    group by _load
),

{% endif -%}
timed_events as (
    select
        events._server as server,
        events._collection as collection,
        date_trunc('hour', events._processed_at) as processed_hour,
        events._class = 'heartbeat' as is_heartbeat,
        events._processed_at,
        if(
            events._source.ts_ms = 0 or events._op = 'r',
            null,
            unix_millis(events._processed_at) - unix_millis(events._source_at)
        ) / 1000 as capture_seconds,
        (unix_millis(events._topic_timestamp) - unix_millis(events._processed_at)) / 1000 as kafka_seconds
    {%- if ledger %},
        (unix_millis(loads.loaded_at) - unix_millis(events._topic_timestamp)) / 1000 as loading_seconds,
        (unix_millis(loads.loaded_at) - unix_millis(events._processed_at)) / 1000 as delivery_seconds
    {%- endif %}
    from {{ base }} as events
    {%- if ledger %}
    left join loads on events._load = loads._load
    {%- endif %}
    where
        events._class in ('data', 'truncate', 'heartbeat')
        and events._processed_at is not null
)
{%- endmacro %}
