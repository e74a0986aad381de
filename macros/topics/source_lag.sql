{#-
    How late events come, by source table and hour: from the source's commit to the connector, to the landing. Percentiles in
    seconds; a source time of 0 tells nothing, a connector that is ahead of its source shows as clock skew. Beside them the
    newest heartbeat, which tells a source without changes from a pipeline that stands.
-#}
{%- macro source_lag(base) -%}
    {{ return(adapter.dispatch('source_lag', 'debezium')(base)) }}
{%- endmacro %}

{%- macro default__source_lag(base) -%}
with timed as (
    select
        _position.origin.server,
        _position.origin.collection,
        date_trunc('hour', _processed_at) as processed_hour,
        _class = 'heartbeat' as is_heartbeat,
        _processed_at,
        if(_source['ts_ms'] = '0' or _op = 'r', null, unix_millis(_processed_at) - unix_millis(_source_at)) / 1000
            as capture_seconds,
        (unix_millis(_landed_at) - unix_millis(_processed_at)) / 1000 as landing_seconds
    from {{ base }}
    where
        _class in ('data', 'truncate', 'heartbeat')
        and _processed_at is not null
)

select
    server,
    collection,
    processed_hour,
    count_if(not is_heartbeat) as events,
    count_if(is_heartbeat) as heartbeats,
    percentile_approx(if(capture_seconds >= 0, capture_seconds, null), 0.5) as capture_seconds_p50,
    percentile_approx(if(capture_seconds >= 0, capture_seconds, null), 0.95) as capture_seconds_p95,
    max(capture_seconds) as capture_seconds_max,
    percentile_approx(landing_seconds, 0.5) as landing_seconds_p50,
    percentile_approx(landing_seconds, 0.95) as landing_seconds_p95,
    count_if(capture_seconds < 0) as skewed_events,
    min(capture_seconds) as capture_seconds_min,
    max(_processed_at) as last_seen_at
from timed
group by
    server,
    collection,
    processed_hour
{%- endmacro %}
