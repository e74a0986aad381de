{#-
    Step 1: the rows of the landing table that the model does not hold yet, under the package's names; of several
    tables each its own first. Where a record may have been landed twice, `copy_number` numbers its rows.
-#}
{%- macro _landed(relation, layout, entity={}) -%}
    {%- set tables = debezium._landing_tables(relation, layout) -%}
    {%- set steps = [] -%}
    {%- for table in tables -%}
        {%- set name = 'landed_' ~ loop.index if tables | length > 1 else 'landed' -%}
        {%- do steps.append(debezium._landed_rows(name, table.relation, dict(layout, landed=table.landed), entity)) -%}
    {%- endfor -%}
    {%- if tables | length > 1 -%}
        {%- set names = (layout.landed | list) + ([] if layout.parse else layout.envelope | list) -%}
        {%- set parts = [] -%}
        {%- for table in tables -%}
            {%- do parts.append("select
        " ~ debezium._select(names + (['copy_number'] if layout.may_repeat else [])) ~ "
    from landed_" ~ loop.index) -%}
        {%- endfor -%}
        {%- do steps.append("landed as (
    " ~ parts | join("\n\n    union all\n\n    ") ~ "
)") -%}
    {%- endif -%}
    {{ return(steps | join(',\n\n')) }}
{%- endmacro %}

{%- macro _landed_rows(name, relation, layout, entity) -%}
    {%- set id = layout.landed._landing_id -%}
{{ name }} as (
    select
        {{ debezium._select_pairs(layout.landed) }}
        {%- if not layout.parse -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
        {%- if layout.may_repeat -%}
        ,
        row_number() over (
            partition by{{ '\n' ~ ' ' * 16 ~ id | indent(16) if '\n' in id else ' ' ~ id }}
            order by {{ layout.landed._landed_at }}, {{ layout.landed._raw }}
        ) as copy_number
        {%- endif %}
    from {{ relation }} as _landing
    {%- set conditions = ['_landing._class is null', debezium._belongs(entity)] if layout.enveloped else [] -%}
    {%- if is_incremental() -%}
        {%- do conditions.append("not exists (
    select 1
    from " ~ this ~ " as held
    where" ~ ("\n        " if '\n' in id else ' ') ~ "held._landing_id = " ~ id | indent(8) ~ "
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
