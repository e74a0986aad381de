{#-
    The ledger: the rows of each load, by class and reason. Takes pairs of a landing table, or a list of
    them, and a base model, and adds new loads. Rows of a model made by `envelopes` that belong to an
    entity are counted with the entity. The time is that of the run that counts a load, so only the newest
    load has one. If rows of older loads changed (debezium__retry_rejected, or debezium__recount after
    pruning), the ledger adds the difference.
-#}
{%- macro ledger(bases) -%}
    {{ return(adapter.dispatch('ledger', 'debezium')(bases)) }}
{%- endmacro %}

{%- macro default__ledger(bases) -%}
    {%- do debezium._check_version('ledger', ['key_mismatch_rows']) -%}
    {%- set is_recount = is_incremental() and (var('debezium__retry_rejected', []) or var('debezium__recount', false)) -%}
    {%- set names = bases | map('last') | map(attribute='identifier') | list -%}
    {%- if execute and names | unique(true) | list | length < names | length -%}
        {%- do debezium._error(
            'ledger', "base models need different names, because a ledger has only the name, got: " ~ names | join(', '),
            "    {{ debezium.ledger([(source('landing', 'db2'), ref('base_db2__customers'))]) }}"
        ) -%}
    {%- endif -%}
    {%- set counts = [] -%}
    {%- for landing, base in bases -%}
        {%- do counts.append(debezium._load_counts(landing, base, is_incremental() and not is_recount)) -%}
    {%- endfor -%}
    {%- set counts = counts | join('\n\nunion all\n\n') -%}
    {{ debezium._corrections(bases, counts) if is_recount else counts }}
{%- endmacro %}

{#- The rows of a base table by load, class and reason. -#}
{%- macro _load_counts(landing, base, is_later) -%}
    {%- set several = debezium._is_list(landing) -%}
select
    {{ '_landing_table' if several else debezium._string_literal(debezium._table_name(landing)) }} as landing,
    {{ debezium._string_literal(base.identifier) }} as base,
    _load,
    _class,
    _reason,
    count(*) as landed_rows,
    count_if(_invalid is not null) as invalid_rows,
    count_if(_key_mismatch) as key_mismatch_rows,
    if(_load = max(_load) over (), current_timestamp(), null) as loaded_at
from {{ base }}
where
    _class is not null
    {%- if is_later %}
    and _load > (
        select coalesce(max(loaded._load), 0)
        from {{ this }} as loaded
        where loaded.base = {{ debezium._string_literal(base.identifier) }}
    )
    {%- endif %}
group by
    {%- if several %}
    _landing_table,
    {%- endif %}
    _load,
    _class,
    _reason
{%- endmacro %}

{#- What the counts have more, or less, than the ledger. -#}
{%- macro _corrections(bases, counts) -%}
    {%- set keys = ['landing', 'base', '_load', '_class', '_reason'] -%}
    {%- set measures = ['landed_rows', 'invalid_rows', 'key_mismatch_rows'] -%}
with load_counts as (
    {{ counts | indent }}
),

entries as (
    select
        {{ debezium._select(keys) }},
        {{ debezium._select(measures) }},
        loaded_at
    from load_counts

    union all

    select
        {{ debezium._select(keys) }},
        -{{ measures | join(',\n        -') }},
        null as loaded_at
    from {{ this }}
    where base in ({{ debezium._string_literals(bases | map('last') | map(attribute='identifier')) }})
)

select
    {{ debezium._select(keys, 4) }},
    {{ debezium._select(debezium._each('sum({}) as {}', measures), 4) }},
    max(loaded_at) as loaded_at
from entries
group by
    {{ debezium._select(keys, 4) }}
having
    {{ debezium._each('sum({}) <> 0', measures) | join('\n    or ') }}
{%- endmacro %}

{%- macro _ledger_columns() -%}
    {{ return([
        'landing', 'base', '_load', '_class', '_reason', 'landed_rows', 'invalid_rows', 'key_mismatch_rows', 'loaded_at',
    ]) }}
{%- endmacro %}
