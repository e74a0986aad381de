{#-
    The rows of a signal table, a row per signal: its request, for which tables, or why the connector
    ignores it. The name of a table may be a regular expression; the connector also writes its own
    watermarks.
-#}
{%- macro signals(base) -%}
    {{ return(adapter.dispatch('signals', 'debezium')(base)) }}
{%- endmacro %}

{%- macro default__signals(base) -%}
with parsed_signals as (
    select
        _landing_id,
        _op,
        _server as source_name,
        _source_at,
        _processed_at,
        id,
        type,
        data,
        from_json(
            data,
            'struct<
                type: string,
                `data-collections`: array<string>,
                `additional-condition`: string,
                `additional-conditions`: string,
                `surrogate-key`: string
            >'
        ) as asked
    from {{ base }}
    where
        _class = 'data'
        and _op <> 'd'
),

signal_fields as (
    select
        _landing_id,
        _op,
        source_name,
        _source_at,
        _processed_at,
        id as signal_id,
        type as signal_type,
        type in ('execute-snapshot', 'stop-snapshot') as is_snapshot,
        type in ('snapshot-window-open', 'snapshot-window-close') as is_watermark,
        json_object_keys(data) is not null as is_json,
        lower(coalesce(asked.type, if(type = 'execute-snapshot', 'incremental', null))) as snapshot_type,
        transform(asked.`data-collections`, name -> trim(name)) as data_collections,
        coalesce(
            nullif(asked.`additional-conditions`, '[]'),
            nullif(trim(asked.`additional-condition`), '')
        ) as additional_conditions,
        asked.`surrogate-key` as surrogate_key,
        data
    from parsed_signals
)

select
    _landing_id,
    source_name,
    signal_id,
    signal_type,
    snapshot_type,
    data_collections,
    additional_conditions,
    surrogate_key,
    data as signal_data,
    is_watermark,
    case
        when _op <> 'c' then 'no new row: ' || _op
        when not is_snapshot then null
        when data is not null and not is_json then 'its data is no JSON object'
        when signal_type = 'execute-snapshot' and coalesce(size(data_collections), 0) < 1 then 'no data-collections'
        when snapshot_type is null then 'no type'
        when snapshot_type not in ('incremental', 'blocking') then 'unknown type'
    end as ignored_reason,
    _source_at as signalled_at,
    _processed_at as processed_at
from signal_fields
{%- endmacro %}
