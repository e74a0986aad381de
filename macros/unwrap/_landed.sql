{#- Step 1: the rows of the landing table that the model does not hold yet, under the package's names. -#}
{%- macro _landed(relation, layout) -%}
landed as (
    select
        {{ debezium._select_pairs(layout.landed) }}
        {%- if not layout.fields -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
    from {{ relation }} as landing
    {%- if is_incremental() %}
    where not exists (
        select 1
        from {{ this }} as held
        where held._landing_id = {{ layout.landed._landing_id }}
    )
    {%- endif %}
)
{%- endmacro %}
