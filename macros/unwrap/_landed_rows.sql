{#-
    Step 1: the rows of the landing tables that the model does not contain (`_unread_landing`), with the
    package's names; of several tables, each table's own columns first.
-#}
{%- macro _landed_columns(landing, layout, connector) -%}
    {%- set tables = landing.tables -%}
    {%- set step = 'landed_values' if layout.unpack else 'landed_rows' -%}
    {%- set steps, parts = [], [] -%}
    {%- for table in tables -%}
        {%- set name = 'landed_' ~ loop.index if tables | length > 1 else step -%}
        {%- do steps.append(debezium._landed_rows(name, table, layout)) -%}
        {%- do parts.append("select
        " ~ debezium._select((layout.landed | list) + (table.extra_columns | list) + ([] if layout.parse else layout.envelope | list)) ~ "
    from " ~ name) -%}
    {%- endfor -%}
    {%- if tables | length > 1 -%}
        {%- do steps.append(step ~ " as (
    " ~ parts | join("\n\n    union all\n\n    ") ~ "
)") -%}
    {%- endif -%}
    {%- if layout.unpack -%}
        {%- do steps.append(layout.unpack(layout.landed, connector, 'landed_events' if landing.unusable_parts else 'landed_rows')) -%}
        {%- do steps.append("landed_rows as (
    select
        " ~ debezium._select(layout.landed) ~ "
    from landed_events
    where " ~ landing.unusable_parts | indent ~ "
)") if landing.unusable_parts -%}
    {%- endif -%}
    {%- do steps.append(debezium._deduplicated_records(layout)) if layout.may_repeat -%}
    {{ return(steps | join(',\n\n')) }}
{%- endmacro %}

{%- macro _landed_rows(name, table, layout) -%}
{{ name }} as (
    select
        {{ debezium._select_pairs(dict(table.landed, **table.extra_columns)) }}
        {%- if not layout.parse -%}
        ,
        {{ debezium._select_pairs(layout.envelope) }}
        {%- endif %}
    from {{ table.relation }} as _landing
    {%- for name, text in (layout.texts or {}).items() %}
        lateral view explode(array({{ text | indent(8) }})) as {{ name }}
    {%- endfor %}
    {%- if table.conditions %}
    {{ debezium._where(table.conditions) }}
    {%- endif %}
)
{%- endmacro %}
