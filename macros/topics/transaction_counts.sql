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

landed_counts as (
    select
        transaction_id,
        collection,
        count(distinct _event_id) as landed_events
    from events
    group by
        transaction_id,
        collection
),

captured_collections as (
    select distinct collection
    from events
),

reported_counts as (
    select
        transaction_id,
        has_ended,
        explode(collections) as collection_count
    from {{ transactions }}
),

matched_counts as (
    select
        reported_counts.transaction_id,
        reported_counts.has_ended,
        reported_counts.collection_count.collection as reported_collection,
        reported_counts.collection_count.event_count as reported_events,
        captured_collections.collection
    from reported_counts
    left join captured_collections
        on
            reported_counts.collection_count.collection = captured_collections.collection
            or endswith(captured_collections.collection, '.' || reported_counts.collection_count.collection)
            or endswith(reported_counts.collection_count.collection, '.' || captured_collections.collection)
            -- db.schema.db.table, as the page of SQL Server's connector has it
            or captured_collections.collection = regexp_replace(
                reported_counts.collection_count.collection,
                r'^([^.]+)[.]([^.]+)[.]\1[.]',
                '$1.$2.'
            )
)

select
    coalesce(matched_counts.transaction_id, landed_counts.transaction_id) as transaction_id,
    coalesce(
        matched_counts.collection,
        landed_counts.collection,
        matched_counts.reported_collection
    ) as collection,
    matched_counts.reported_events,
    coalesce(landed_counts.landed_events, 0) as landed_events,
    case
        when matched_counts.transaction_id is null and reported_transaction.transaction_id is null
            then 'unreported'
        when matched_counts.transaction_id is null and not reported_transaction.has_ended then 'open'
        when matched_counts.collection is null and landed_counts.collection is null then 'no_model'
        when matched_counts.reported_events = landed_counts.landed_events then 'complete'
        when coalesce(landed_counts.landed_events, 0) < matched_counts.reported_events then 'missing'
        else 'extra'
    end as status
from matched_counts
full outer join landed_counts
    on
        matched_counts.transaction_id = landed_counts.transaction_id
        and matched_counts.collection = landed_counts.collection
left join {{ transactions }} as reported_transaction
    on landed_counts.transaction_id = reported_transaction.transaction_id
{%- endmacro %}
