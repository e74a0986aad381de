{#-
    The conservation ledger: what each load brought, by class and reason. Takes pairs of a landing table, or a
    list of them, and a base model, and adds the loads that the ledger does not hold yet. Rows of a model made by
    `envelopes` that belong to an entity are counted with the entity. The time is that of the run that counts a load, so only
    the newest load has one.
-#}
{%- macro ledger(bases) -%}
    {{ return(adapter.dispatch('ledger', 'debezium')(bases)) }}
{%- endmacro %}

{%- macro default__ledger(bases) -%}
    {%- for landing, base in bases -%}
        {%- set several = debezium._is_list(landing) -%}
select
    {{ '_landing_table' if several else debezium._text(debezium._table_name(landing)) }} as landing,
    {{ debezium._text(base.identifier) }} as base,
    _load,
    _class,
    _reason,
    count(*) as landed_rows,
    count_if(_invalid is not null) as invalid_rows,
    count_if(_key_disagrees) as disagreeing_rows,
    if(_load = max(_load) over (), current_timestamp(), null) as loaded_at
from {{ base }}
where
    _class is not null
        {%- if is_incremental() %}
    and _load > (
        select coalesce(max(held._load), 0)
        from {{ this }} as held
        where held.base = {{ debezium._text(base.identifier) }}
    )
        {%- endif %}
group by
        {%- if several %}
    _landing_table,
        {%- endif %}
    _load,
    _class,
    _reason
        {%- if not loop.last %}
            {{- '\n\nunion all\n\n' -}}
        {%- endif %}
    {%- endfor %}
{%- endmacro %}
