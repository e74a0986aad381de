{#- Each column of each table through time: a row per form that it had, from the change that brought it to the one that ended it. -#}
{%- macro column_history(changes) -%}
    {{ return(adapter.dispatch('column_history', 'debezium')(changes)) }}
{%- endmacro %}

{%- macro default__column_history(changes) -%}
with ordered as (
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
    from ordered
    where change_type <> 'DROP'
),

compared as (
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

forms as (
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
    from compared
),

spans as (
    select
        source_table,
        source_column,
        form,
        any_value(definition) as definition,
        min(changed_at) as valid_from,
        max(change_number) as last_number
    from forms
    group by
        source_table,
        source_column,
        form
)

select
    spans.source_table,
    spans.source_column,
    spans.form,
    spans.definition.position as column_position,
    spans.definition.typeName as type_name,
    spans.definition.typeExpression as type_expression,
    spans.definition.length as type_length,
    spans.definition.scale as type_scale,
    spans.definition.optional as is_optional,
    spans.definition.autoIncremented as is_auto_incremented,
    spans.definition.generated as is_generated,
    spans.definition.charsetName as charset_name,
    spans.valid_from,
    ended.changed_at as valid_to
from spans
left join ordered as ended
    on
        spans.source_table = ended.source_table
        and ended.change_number = spans.last_number + 1
{%- endmacro %}
