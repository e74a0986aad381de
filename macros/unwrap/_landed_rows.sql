{#-
    Step 1: the rows of the landing tables that the model does not contain (`_unread_landing`), with the
    package's names.
-#}
{%- macro _landed_columns(landing, layout, connector) -%}
    {%- set steps = [debezium._landed_rows('landed_values' if layout.unpack else 'landed_rows', landing.tables, layout)] -%}
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

{%- macro _landed_rows(step, tables, layout) -%}
{{ step }} as (
    {%- for table in tables %}
    {{- '\n\n    union all\n' if not loop.first }}
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
    {%- endfor %}
)
{%- endmacro %}
