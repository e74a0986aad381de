{#- Each column of each table through time: a row per form that it had, from the change that brought it to the one that ended it. -#}
{%- macro column_history(changes) -%}
    {{ return(adapter.dispatch('column_history', 'debezium')(changes)) }}
{%- endmacro %}

{%- macro default__column_history(changes) -%}
with numbered_changes as (
    select
        array_join(table_path, '.') as source_table,
        change_type,
        table_columns,
        coalesce(source_at, processed_at) as changed_at,
        row_number() over (partition by table_path order by _topic, _topic_offset) as change_number
    from {{ changes }}
    where change_type is not null
),

column_presence as (
    select
        source_table,
        changed_at,
        change_number,
        explode(table_columns) as definition
    from numbered_changes
    where change_type <> 'DROP'
),

compared_definitions as (
    select
        source_table,
        changed_at,
        change_number,
        definition,
        definition.name as source_column,
        struct(change_number, definition) <=> lag(
            struct(change_number + 1 as change_number, definition)
        ) over (partition by source_table, definition.name order by change_number) as is_same
    from column_presence
),

numbered_definitions as (
    select
        source_table,
        changed_at,
        change_number,
        definition,
        source_column,
        count_if(not is_same) over (
            partition by source_table, source_column
            order by change_number
        ) as form
    from compared_definitions
),

definitions as (
    select
        source_table,
        source_column,
        form,
        any_value(definition) as definition,
        min(changed_at) as valid_from,
        max(change_number) as last_number
    from numbered_definitions
    group by
        source_table,
        source_column,
        form
)

select
    definitions.source_table,
    definitions.source_column,
    definitions.form,
    definitions.definition.position as column_position,
    definitions.definition.typeName as type_name,
    definitions.definition.typeExpression as type_expression,
    definitions.definition.length as type_length,
    definitions.definition.scale as type_scale,
    definitions.definition.optional as is_optional,
    definitions.definition.autoIncremented as is_auto_incremented,
    definitions.definition.generated as is_generated,
    definitions.definition.charsetName as charset_name,
    definitions.valid_from,
    next_change.changed_at as valid_to
from definitions
left join numbered_changes as next_change
    on
        definitions.source_table = next_change.source_table
        and next_change.change_number = definitions.last_number + 1
{%- endmacro %}
