{#-
    `retyped_columns`: the columns that the schema of an event gives another type;
    `newest_retyped_columns`: those of the newest event of all loads.
-#}
{%- macro _retyped_columns(base) -%}
retyped_columns as (
    select
        _load,
        explode(_retyped) as (source_field, example)
    from events
),

events_of_all_loads as (
    select
        _retyped,
        {{ debezium._place() | indent(8) }} as _place
    from {{ base }}
    where _class in ('data', 'outbox')
),

newest_retyped_columns as (
    select explode(map_keys(max_by(_retyped, _place))) as source_field
    from events_of_all_loads
)
{%- endmacro %}
