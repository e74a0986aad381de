{#-
    The reported and the landed events of each transaction, a row per transaction and collection. These
    are no faults: a transaction without BEGIN and END (begun before they were switched on), one without
    END yet (the last), and a collection that no model reads.
-#}
{%- macro transaction_counts(transactions, bases) -%}
    {{ return(adapter.dispatch('transaction_counts', 'debezium')(transactions, bases)) }}
{%- endmacro %}

{%- macro default__transaction_counts(transactions, bases) -%}
with events as (
    {%- for base in bases %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        {{ debezium._transaction_id("_transaction.id") }} as transaction_id,
        _collection as collection,
        _event_id
    from {{ base }}
    where
        _class in ('data', 'truncate')
        and _transaction.id is not null
    {%- endfor %}
),

landed as (
    select
        transaction_id,
        collection,
        count(distinct _event_id) as landed_events
    from events
    group by
        transaction_id,
        collection
),

known as (
    select distinct collection
    from events
),

expected as (
    select
        transaction_id,
        has_ended,
        explode(collections) as collection_count
    from {{ transactions }}
),

named as (
    select
        expected.transaction_id,
        expected.has_ended,
        expected.collection_count.collection as reported_collection,
        expected.collection_count.event_count as reported_events,
        known.collection
    from expected
    left join known
        on
            expected.collection_count.collection = known.collection
            or endswith(known.collection, '.' || expected.collection_count.collection)
            or endswith(expected.collection_count.collection, '.' || known.collection)
            -- db.schema.db.table, as the page of SQL Server's connector has it
            or known.collection = regexp_replace(
                expected.collection_count.collection,
                r'^([^.]+)[.]([^.]+)[.]\1[.]',
                '$1.$2.'
            )
)

select
    coalesce(named.transaction_id, landed.transaction_id) as transaction_id,
    coalesce(named.collection, landed.collection, named.reported_collection) as collection,
    named.reported_events,
    coalesce(landed.landed_events, 0) as landed_events,
    case
        when named.transaction_id is null and begun.transaction_id is null then 'unreported'
        when named.transaction_id is null and not begun.has_ended then 'open'
        when named.collection is null and landed.collection is null then 'no_model'
        when named.reported_events = landed.landed_events then 'complete'
        when coalesce(landed.landed_events, 0) < named.reported_events then 'missing'
        else 'extra'
    end as status
from named
full outer join landed
    on
        named.transaction_id = landed.transaction_id
        and named.collection = landed.collection
left join {{ transactions }} as begun
    on landed.transaction_id = begun.transaction_id
{%- endmacro %}
