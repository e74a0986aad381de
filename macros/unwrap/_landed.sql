{#-
    Step 1: the rows of the landing tables that the model does not hold yet (`_landing`), under the package's names; of several
    tables each its own first.
-#}
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
