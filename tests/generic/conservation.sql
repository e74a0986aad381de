{#-
    Every landed row is in the base table, once and under one class, and in the ledger. Landing may have
    expired: a row of base need not be there any more. A row of a model made by `envelopes` that has no class
    there has it in one of the entities' base models, which contain only some rows of it.
-#}
{% test conservation(model, landing, layout, ledger, entities=[]) %}

{%- do debezium._check_built('conservation', model, ledger) -%}
{%- set tables = debezium._landing_tables(landing, debezium._layouts()[layout]) %}

with missing as (
    {%- for table in tables %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        'landed, not in base' as problem,
        {{ table.landed._landing_id | indent(8) }} as what
    from {{ table.relation }} as _landing
    where
        {{ 'false' if layout == 'envelope' else 'true' }}
        and not exists (
            select 1
            from {{ model }} as held
            where held._landing_id = {{ table.landed._landing_id | indent(12) }}
        )
    {%- endfor %}
),

duplicated_rows as (
    select
        'more than once in base' as problem,
        _landing_id as what
    from {{ model }}
    group by _landing_id
    having count(*) > 1
),

ambiguous_rows as (
    select
        'no class, or rejected without a reason' as problem,
        _landing_id as what
    from {{ model }} as base_row
    where
        (
            _class is null
            {%- for entity in entities %}
            and not exists (
                select 1
                from {{ entity }} as held
                where held._landing_id = base_row._landing_id
            )
            {%- endfor %}
        )
        or (_class = 'rejected') <> (_reason is not null)
),

loads as (
    select
        _load,
        count(_class) as base_rows
    from {{ model }}
    group by _load
),

entries as (
    select
        _load,
        sum(landed_rows) as ledger_rows
    from {{ ledger }}
    where base = {{ debezium._string_literal(model.identifier) }}
    group by _load
),

unbalanced as (
    select
        'load not in the ledger as in base' as problem,
        cast(loads._load as string) as what
    from loads
    left join entries on loads._load = entries._load
    where loads.base_rows <> coalesce(entries.ledger_rows, 0)
)

select problem, what from missing
union all
select problem, what from duplicated_rows
union all
select problem, what from ambiguous_rows
union all
select problem, what from unbalanced

{% endtest %}
