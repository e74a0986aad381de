{#-
    Whether a load's ordinary keys are handled on their own: not if the table lacks a column, if a truncate
    affects every key, or if a large base was rebuilt, so that all its events are new. own: the columns
    of the package that the next run reads.
-#}
{%- macro _has_ordinary_keys(relation, columns, base, load, own) -%}
    {%- if load.after is none or not load.events -%}
        {{ return(false) }}
    {%- elif not debezium._has_columns(this, columns | map(attribute='name') | list + own) -%}
        {{ return(false) }}
    {%- elif load.events > 1000000 and load.events > debezium._row_count(this) -%}
        {{ return(false) }}
    {%- elif not load.truncates -%}
        {{ return(true) }}
    {%- endif -%}
    {{ return(run_query(debezium._new_truncates(relation, base, load)).rows[0].truncates == 0) }}
{%- endmacro %}

{#- The row of each ordinary key, from its last event. -#}
{%- macro _rows_of_ordinary_keys(columns, deletes, load) -%}
-- keys for which the existing row and the new events are enough
select
    _key,
    {{ debezium._latest_row(columns, deletes) if load.leaves_values
        else debezium._select(debezium._columns_of('_row', debezium._quoted(columns | map(attribute='name'))), 4) }},
    _op,
    _op in ('d', 't') as _is_deleted,
    if(_op in ('d', 't'), _source_at, null) as _deleted_at,
    _source_at,
    {{ debezium._select(debezium._place_columns(), 4) }},
    {{ debezium._columns_without_value(columns) | indent if load.leaves_values else 'array()' }} as _unavailable,
    false as _pending,
    _order_uncertain,
    _events,
    _pending_events,
    _duplicate_events,
    _tied_events,
    {{ debezium._merge_state() if load.leaves_values else "'{}'" }} as _merge_state,
    _load
from last_events
where
    {{ debezium._is_ordinary_key('last_events', load) | indent }}
{%- endmacro %}

{#- False if another run has built a later load meanwhile: the next run continues from there. -#}
{%- macro _is_only_run(load) -%}
not exists (
    select 1
    from {{ this }} as other_run
    where other_run._load > {{ load.after }}
)
{%- endmacro %}
