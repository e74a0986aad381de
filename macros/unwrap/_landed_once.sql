{#-
    The layout, in which a record may stand in the landing tables twice only if the rows of this load show it. Of a model that is
    compiled to be read, or is tested, the whole SQL is wanted.
-#}
{%- macro _with_copies(layout, landing) -%}
    {%- if not layout.may_repeat or landing.is_level or not execute or flags.WHICH not in ['run', 'build'] -%}
        {{ return(layout) }}
    {%- endif -%}
    {%- set parts = [] -%}
    {%- for table in landing.tables if not table.relation.is_cte -%}
        {%- do parts.append("select
        " ~ table.landed._topic ~ " as topic,
        " ~ table.landed._topic_partition ~ " as topic_partition,
        " ~ table.landed._topic_offset ~ " as topic_offset
    from " ~ table.relation ~ " as _landing" ~ ("
    " ~ debezium._where(table.conditions) if table.conditions)) -%}
    {%- endfor -%}
    {%- if parts | length < landing.tables | length -%}
        {{ return(layout) }}
    {%- endif -%}
    {#- 64 offsets are a group, each of them a bit of it -#}
    {{ return(dict(layout, may_repeat=run_query("
select 1
from (
    " ~ parts | join("\n    union all\n    ") ~ "
)
group by topic, topic_partition, topic_offset div 64
having count(*) > coalesce(bit_count(bit_or(shiftleft(1L, cast(topic_offset % 64 as int)))), 0)
limit 1").rows | length > 0)) }}
{%- endmacro %}

{#-
    Of a record that was landed twice, the first row. Numbering all rows would shuffle all text, so ids are looked at
    alone first. Repeats are few, or the whole topic was landed again: what is broadcast of them, the shares of ids in
    which they fall, has a bound.
-#}
{%- macro _landed_once(layout) -%}
    {%- set names = debezium._columns_of('landed', layout.landed) -%}
    {%- set share = debezium._share('landed._landing_id') -%}
repeated_ids as (
    select xxhash64(_landing_id) as id_hash
    from landed
    group by xxhash64(_landing_id)
    having count(*) > 1
),

repeated as (
    select distinct pmod(id_hash, 1000000) as id_share
    from repeated_ids
),

copies as (
    select /*+ broadcast(repeated) */
        {{ debezium._select(names) }},
        -- where nothing is repeated Spark drops a count, not a row_number
        count(*) over (
            partition by landed._landing_id
            order by landed._landed_at, landed._raw
            rows between unbounded preceding and current row
        ) as copy_number
    from landed
    left semi join repeated
        on {{ share }} = repeated.id_share
),

landed_once as (
    select /*+ broadcast(repeated) */
        {{ debezium._select(names) }}
    from landed
    left anti join repeated
        on {{ share }} = repeated.id_share

    union all

    select
        {{ debezium._select(layout.landed.keys()) }}
    from copies
    where copy_number = 1
)
{%- endmacro %}
