{#-
    The transaction topic, a row per transaction: begin, end, and the reported number of events per
    collection. END comes after the next transaction's first event, so the last transaction is open.
-#}
{%- macro transactions(base) -%}
    {{ return(adapter.dispatch('transactions', 'debezium')(base)) }}
{%- endmacro %}

{%- macro default__transactions(base) -%}
with messages as (
    select
        _topic,
        _topic_timestamp,
        from_json(
            {{ debezium._payload('_raw') }},
            'struct<
                status: string,
                id: string,
                ts_ms: string,
                event_count: string,
                data_collections: array<struct<data_collection: string, event_count: string>>
            >'
        ) as message
    from {{ base }}
    where _class = 'transaction'
)

select
    _topic,
    {{ debezium._transaction_id('message.id') }} as transaction_id,
    min(if(message.status = 'BEGIN', {{ debezium._epoch_millis('message.ts_ms') | indent(4) }}, null)) as began_at,
    max(if(message.status = 'END', {{ debezium._epoch_millis('message.ts_ms') | indent(4) }}, null)) as ended_at,
    bool_or(message.status = 'BEGIN') as has_begun,
    bool_or(message.status = 'END') as has_ended,
    max(try_cast(message.event_count as bigint)) as event_count,
    max_by(
        transform(
            message.data_collections,
            each -> struct(each.data_collection as collection, try_cast(each.event_count as bigint) as event_count)
        ),
        try_cast(message.event_count as bigint)
    ) as collections,
    min(_topic_timestamp) as landed_at
from messages
group by
    _topic,
    {{ debezium._transaction_id('message.id') }}
{%- endmacro %}

{#- PostgreSQL writes the number of the transaction and a place in the log, which is another at every event. -#}
{%- macro _transaction_id(text) -%}
    {{ return("regexp_replace(" ~ text ~ ", r'^(\\d+):\\d+$', '$1')") }}
{%- endmacro %}
