{#- `retyped`: the columns that the schema of an event gives another type; `newest`: those of the newest event of all loads. -#}
{%- macro _retyped_columns(base) -%}
retyped as (
    select
        _load,
        explode(_retyped) as (source_field, example)
    from events
),

of_all_loads as (
    select
        _retyped,
        {{ debezium._place() | indent(8) }} as _place
    from {{ base }}
    where _class in ('data', 'outbox')
),

newest as (
    select explode(map_keys(max_by(_retyped, _place))) as source_field
    from of_all_loads
)
{%- endmacro %}
