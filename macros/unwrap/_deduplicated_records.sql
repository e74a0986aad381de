{#-
    One row of each record that landed more than once. Numbering all rows would shuffle all text, so
    only ids are compared first. The hash buckets of the ids that landed twice are broadcast,
    because their number is limited. Of a complete text and one that was cut, the complete one counts.
-#}
{%- macro _deduplicated_records(layout) -%}
    {%- set names = debezium._columns_of('landed_rows', layout.landed) -%}
    {%- set bucket = debezium._hash_bucket('landed_rows._landing_id') -%}
-- of a record that landed more than once, one copy counts
repeated_ids as (
    select xxhash64(_landing_id) as id_hash
    from landed_rows
    group by xxhash64(_landing_id)
    having count(*) > 1
),

repeated_id_buckets as (
    select distinct pmod(id_hash, 1000000) as id_bucket
    from repeated_ids
),

repeated_bucket_rows as (
    select /*+ broadcast(repeated_id_buckets) */
        {{ debezium._select(names) }},
        -- a count, because Spark drops it where nothing is repeated
        count(*) over (
            partition by landed_rows._landing_id
            order by landed_rows._topic_timestamp asc, landed_rows._raw desc
            rows between unbounded preceding and current row
        ) as copy_number
    from landed_rows
    left semi join repeated_id_buckets
        on {{ bucket }} = repeated_id_buckets.id_bucket
),

deduplicated_records as (
    select /*+ broadcast(repeated_id_buckets) */
        {{ debezium._select(names) }}
    from landed_rows
    left anti join repeated_id_buckets
        on {{ bucket }} = repeated_id_buckets.id_bucket

    union all

    select
        {{ debezium._select(layout.landed.keys()) }}
    from repeated_bucket_rows
    where copy_number = 1
)
{%- endmacro %}
