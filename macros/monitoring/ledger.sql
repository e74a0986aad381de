{#-
    The conservation ledger: what each load brought, by class and reason. Takes pairs of a landing table
    and its base model, and adds the loads that the ledger does not hold yet.
-#}
{%- macro ledger(bases) -%}
    {{ return(adapter.dispatch('ledger', 'debezium')(bases)) }}
{%- endmacro %}

{%- macro default__ledger(bases) -%}
    {%- for landing, base in bases -%}
        {%- set landing = debezium._text(landing.schema ~ '.' ~ landing.identifier) -%}
select
    {{ landing }} as landing,
    _load,
    _class,
    _reason,
    count(*) as landed_rows,
    count_if(_invalid is not null) as invalid_rows
from {{ base }}
        {%- if is_incremental() %}
where
    _load > (
        select coalesce(max(held._load), 0)
        from {{ this }} as held
        where held.landing = {{ landing }}
    )
        {%- endif %}
group by
    _load,
    _class,
    _reason
        {%- if not loop.last %}
            {{- '\n\nunion all\n\n' -}}
        {%- endif %}
    {%- endfor %}
{%- endmacro %}
