{#-
    Step 1: the rows of the landing table that the model does not hold yet, under the package's names; of several
    tables each its own first.
-#}
{%- macro _landed(relation, layout, entity={}) -%}
    {%- do debezium._tell_later_loads() -%}
    {%- set tables = debezium._landing_tables(relation, layout) -%}
    {%- set topics = [] if layout.landed._topic_partition.startswith('cast(null') else debezium._held_topics() -%}
    {%- set steps = [] -%}
    {%- for table in tables -%}
        {%- set own = topics if layout.enveloped else topics | selectattr('landing_table', 'equalto', table.name) | list -%}
        {%- set own = own if own | length <= 16 else [] -%}
        {%- set name = 'landed_' ~ loop.index if tables | length > 1 else 'landed' -%}
        {%- do steps.append(debezium._landed_rows(name, table.relation, dict(layout, landed=table.landed), entity, own)) -%}
    {%- endfor -%}
    {%- if tables | length > 1 -%}
        {%- set names = (layout.landed | list) + ([] if layout.parse else layout.envelope | list) -%}
        {%- set parts = [] -%}
        {%- for table in tables -%}
            {%- do parts.append("select
        " ~ debezium._select(names) ~ "
    from landed_" ~ loop.index) -%}
        {%- endfor -%}
        {%- do steps.append("landed as (
    " ~ parts | join("\n\n    union all\n\n    ") ~ "
)") -%}
    {%- endif -%}
    {%- if layout.may_repeat -%}
        {%- do steps.append(debezium._landed_once(layout)) -%}
    {%- endif -%}
    {{ return(steps | join(',\n\n')) }}
{%- endmacro %}

{%- macro _landed_rows(name, relation, layout, entity, topics) -%}
    {%- set id = layout.landed._landing_id -%}
{{ name }} as (
    select
        {{ debezium._select_pairs(layout.landed) }}
        {%- if not layout.parse -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
    from {{ relation }} as _landing
    {%- set conditions = ['_landing._class is null', debezium._belongs(entity)] if layout.enveloped else [] -%}
    {%- if is_incremental() -%}
        {%- set of_held = {} -%}
        {%- for column in layout.landed -%}
            {%- do of_held.update({column: 'held.' ~ column}) -%}
        {%- endfor -%}
        {%- set held = ["held._landing_id = " ~ id] + debezium._unseen(topics, of_held, layout.enveloped) -%}
        {%- do held.append("held._class <> 'rejected' and held._invalid is null") if debezium._is_reclassified() -%}
        {%- do conditions.extend(debezium._unseen(topics, layout.landed, layout.enveloped)) -%}
        {%- do conditions.append("not exists (
    select 1
    from " ~ this ~ " as held
    where" ~ ("\n        " if held | length > 1 or '\n' in id else ' ') ~ held | join('\nand ') | indent(8) ~ "
)") -%}
    {%- endif -%}
    {%- if conditions | length > 1 %}
    where
        {{ conditions | join('\nand ') | indent(8) }}
    {%- elif conditions %}
    where {{ conditions[0] | indent }}
    {%- endif %}
)
{%- endmacro %}

{#-
    Of a record that was landed twice, the first row. Numbering all rows would shuffle all text, so ids are looked at
    alone first. Repeats are few, or the whole topic was landed again: what is broadcast of them, the shares of ids in
    which they fall, has a bound.
-#}
{%- macro _landed_once(layout) -%}
    {%- set names = [] -%}
    {%- for name in layout.landed -%}
        {%- do names.append('landed.' ~ name) -%}
    {%- endfor -%}
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
