{#-
    Step 1: the rows of the landing table that the model does not hold yet, under the package's names.
    Where a record may have been landed twice, `copy_number` numbers its rows.
-#}
{%- macro _landed(relation, layout, entity={}) -%}
landed as (
    select
        {{ debezium._select_pairs(layout.landed) }}
        {%- if not layout.parse -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
        {%- if layout.may_repeat -%}
        ,
        row_number() over (
            partition by {{ layout.landed._landing_id }}
            order by {{ layout.landed._landed_at }}, {{ layout.landed._raw }}
        ) as copy_number
        {%- endif %}
    from {{ relation }} as _landing
    {%- set conditions = ['_landing._class is null', debezium._belongs(entity)] if layout.enveloped else [] -%}
    {%- if is_incremental() -%}
        {%- do conditions.append("not exists (
        select 1
        from " ~ this ~ " as held
        where held._landing_id = " ~ layout.landed._landing_id ~ "
    )") -%}
    {%- endif -%}
    {%- if conditions %}
    where {{ conditions | join('\n    and ') }}
    {%- endif %}
)
{%- endmacro %}
