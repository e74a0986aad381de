{#-
    What this load applies, from queries before the model: {after, newest, events, first_offset,
    leaves_values, truncates, tombstones, has_lone, has_ordinary}. None if there are no new events; Spark
    plans and merges that at once. No event after the newest load is read, so the results stay valid if
    more rows land. first_offset: the lowest of the new events. leaves_values: whether these keep earlier
    values. truncates, tombstones: whether base has any, because many tables have none. has_lone: whether
    keys with one event are handled separately, in a first load without truncates. has_ordinary:
    whether ordinary keys are, which current and history decide. A view, which is read later, and a unit test, which
    has no tables, read all events.
-#}
{%- macro _load_plan(macro, relation, columns, base, selected) -%}
    {%- set names = columns | map(attribute='name') | list -%}
    {%- set after = debezium._newest_merged_load(base) if is_incremental() else none -%}
    {%- set load = debezium._all_events(base, after) -%}
    {%- set is_kept = (model.config or {}).materialized in ['table', 'incremental'] -%}
    {%- do debezium._check_read(macro, [base, relation]) if is_kept and after is none -%}
    {%- if not execute or not is_kept or (after is none and not (base and base.schema and load_relation(base))) -%}
        {{ return(load) }}
    {%- endif -%}
    {%- if after is not none and relation.is_cte -%}
        {%- do debezium._error(macro, "cannot query new events from ephemeral model " ~ relation.identifier ~ ". Materialize it as a view.",
            "    {{ config(materialized='view') }}") -%}
    {%- endif -%}
    {%- set new_events = run_query(debezium._new_events(relation, base, after)).rows[0] -%}
    {%- set newest = new_events.newest -%}
    {%- if newest is none and after is not none and debezium._has_columns(this, names) -%}
        {{ return(none) }}
    {%- endif -%}
    {%- do debezium._check_staging(macro, relation, names, debezium._place_columns() | list + selected, is_read=after is not none) -%}
    {%- do load.update(newest=newest or after or 0, events=new_events.events, first_offset=new_events.first_offset, leaves_values=new_events.leaves_values) -%}
    {%- do load.update(debezium._delete_events_found(base)) if base -%}
    {%- do load.update(has_lone=after is none and not load.truncates) -%}
    {{ return(load) }}
{%- endmacro %}

{#-
    A load of which nothing is known. base: where truncates and tombstones are read, if they are. A unit test gives base
    only the columns that it names, so its tombstones are all of its table.
-#}
{%- macro _all_events(base, after=none) -%}
    {{ return({
        'after': after,
        'newest': none,
        'events': none,
        'truncates': base,
        'tombstones': base,
        'other_tables': base and not base.is_cte,
        'has_lone': false,
        'has_ordinary': false,
    }) }}
{%- endmacro %}

{#-
    The newest load of the new events and of truncates and tombstones, and whether they keep values. For a
    first load that of base, because staging may not exist.
-#}
{%- macro _new_events(relation, base, after) -%}
select
    max(_load) as newest,
    count(*) as events,
    min(_topic_offset) as first_offset,
    coalesce(bool_or(leaves_values), false) as leaves_values
from (
    select
        _load,
        _topic_offset,
        {{ "_op = 'd' or _unavailable is not null" if after is not none else 'false' }} as leaves_values
    from {{ relation if after is not none else base }}
    {%- if after is not none %}
    where _load > {{ after }}
    {%- if base %}

    union all

    select
        _load,
        null as _topic_offset,
        false as leaves_values
    from {{ base }}
    where
        _load > {{ after }}
        and _class in ('truncate', 'tombstone')

    union all

    select
        others._load,
        null as _topic_offset,
        false as leaves_values
    from (
        {{ debezium._events_of_other_tables(base, '_load') | indent(8) }}
            and other._load > {{ after }}
    ) as others
    {%- endif %}
    {%- endif %}
)
{%- endmacro %}
