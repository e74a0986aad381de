{#-
    Whether a load's ordinary keys are handled on their own: not if the table lacks a column, if a truncate
    affects every key, or if a large base was rebuilt, so that all its events are new. version_flags:
    the columns of history that depend on its arguments.
-#}
{%- macro _has_ordinary_keys(relation, columns, base, load, version_flags=[]) -%}
    {%- if load.after is none or not load.events
        or not debezium._has_columns(this, columns | map(attribute='name') | list + version_flags)
        or (load.events > 1000000 and load.events > debezium._row_count(this)) -%}
        {{ return(false) }}
    {%- endif -%}
    {{ return(not load.truncates or run_query(debezium._new_truncates(relation, base, load)).rows[0].truncates == 0) }}
{%- endmacro %}

{#- The row of each ordinary key, from its last event. -#}
{%- macro _rows_of_ordinary_keys(columns, deletes, load) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
-- keys for which the existing row and the new events are enough
select
    {{ debezium._row_columns(columns, debezium._latest_values(columns, deletes) if load.leaves_values else debezium._as_columns_of('_row', names)) }}
from last_events
where
    {{ debezium._is_ordinary_key('last_events', load) | indent }}
{%- endmacro %}

{%- macro _is_only_run(load) -%}
not exists (
    -- another run has built a later load: the next run continues
    select 1
    from {{ this }} as other_run
    where other_run._load > {{ load.after }}
)
{%- endmacro %}
