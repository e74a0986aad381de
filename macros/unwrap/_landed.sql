{#-
    The rows of the landing tables that the model does not hold yet: {tables, is_level}. tables: of each its relation, what a
    row is and the conditions that leave out what is held. is_level: whether nothing is left, as far as that is told for less
    than the load would cost.
-#}
{%- macro _landing(relation, layout, entity={}) -%}
    {%- set held = debezium._held_rows() -%}
    {%- do debezium._tell_later_loads(held) -%}
    {%- set topics = [] if layout.landed._topic_partition.startswith('cast(null') else debezium._held_topics(held) -%}
    {%- set tables = [] -%}
    {%- for table in debezium._landing_tables(relation, layout) -%}
        {%- set own = topics if layout.enveloped else topics | selectattr('landing_table', 'equalto', table.name) | list -%}
        {%- set whole = own | selectattr('is_whole') | list if own | length <= 16 else [] -%}
        {%- do tables.append({
            'relation': table.relation,
            'landed': table.landed,
            'conditions': debezium._not_held(dict(layout, landed=table.landed), entity, whole),
            'is_asked': own | length == whole | length and (whole or not debezium._is_many(held.rows)),
        }) -%}
    {%- endfor -%}
    {{ return({'tables': tables, 'held': held, 'is_level': debezium._is_level(tables, held)}) }}
{%- endmacro %}

{#- The conditions of a row of `_landing` that the model is to read. -#}
{%- macro _not_held(layout, entity, topics) -%}
    {%- set id = layout.landed._landing_id -%}
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
    {{ return(conditions) }}
{%- endmacro %}

{#- Of a model that is compiled to be read the whole SQL is wanted. -#}
{%- macro _is_level(tables, held) -%}
    {%- if not held.rows or flags.WHICH not in ['run', 'build'] or debezium._is_reclassified() -%}
        {{ return(false) }}
    {%- endif -%}
    {%- for table in tables -%}
        {%- if not table.is_asked or run_query("
select 1
from " ~ table.relation ~ " as _landing
" ~ debezium._where(table.conditions, 0) ~ "
limit 1").rows | length > 0 -%}
            {{ return(false) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}

{#- Step 1: these rows under the package's names; of several tables each its own first. -#}
{%- macro _landed(landing, layout) -%}
    {%- set tables = landing.tables -%}
    {%- set steps = [] -%}
    {%- set parts = [] -%}
    {%- for table in tables -%}
        {%- set name = 'landed_' ~ loop.index if tables | length > 1 else 'landed' -%}
        {%- do steps.append(debezium._landed_rows(name, table, layout)) -%}
        {%- do parts.append("select
        " ~ debezium._select((layout.landed | list) + ([] if layout.parse else layout.envelope | list)) ~ "
    from " ~ name) -%}
    {%- endfor -%}
    {%- if tables | length > 1 -%}
        {%- do steps.append("landed as (
    " ~ parts | join("\n\n    union all\n\n    ") ~ "
)") -%}
    {%- endif -%}
    {%- if layout.may_repeat -%}
        {%- do steps.append(debezium._landed_once(layout)) -%}
    {%- endif -%}
    {{ return(steps | join(',\n\n')) }}
{%- endmacro %}

{%- macro _landed_rows(name, table, layout) -%}
{{ name }} as (
    select
        {{ debezium._select_pairs(table.landed) }}
        {%- if not layout.parse -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
    from {{ table.relation }} as _landing
    {%- if table.conditions %}
    {{ debezium._where(table.conditions) }}
    {%- endif %}
)
{%- endmacro %}

{%- macro _where(conditions, indent=4) -%}
    {{ return(("where\n    " ~ conditions | join('\nand ') | indent if conditions | length > 1
        else "where " ~ conditions[0]) | indent(indent)) }}
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
