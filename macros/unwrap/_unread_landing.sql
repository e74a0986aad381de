{#-
    The rows of the landing tables that the model does not contain: {tables, is_up_to_date, unusable_parts}. tables: the
    relation of each, the columns of a row, and the conditions that exclude loaded rows. is_up_to_date:
    true if no row is left, as far as a cheap query shows. Many rows without offsets are compared once only,
    by the model itself.
-#}
{%- macro _unread_landing(relation, layout, entity={}) -%}
    {%- set loaded = debezium._table_state() -%}
    {%- do debezium._record_loads(loaded) -%}
    {%- set topics = debezium._complete_topics(loaded) if debezium._layout_has(layout, '_topic_partition') else [] -%}
    {%- set tables = [] -%}
    {%- for table in debezium._tables_to_read(relation, layout) -%}
        {%- set own = topics if layout.enveloped else topics | selectattr('landing_table', 'equalto', table.name) | list -%}
        {%- set whole = own | selectattr('is_ordered') | selectattr('is_gapless') | list + debezium._topics_with_gaps(table, layout, entity, own) -%}
        {%- set whole = whole if whole | length <= 16 else [] -%}
        {%- do tables.append({
            'relation': table.relation,
            'landed': table.landed,
            'extra_columns': table.extra_columns,
            'conditions': debezium._not_existing(dict(layout, landed=table.landed), entity, whole),
            'is_queried': own | length == whole | length and (whole or loaded.rows < 1000000),
        }) -%}
    {%- endfor -%}
    {{ return({
        'tables': tables,
        'loaded': loaded,
        'is_up_to_date': debezium._is_up_to_date(tables, loaded),
        'unusable_parts': debezium._is_unread('landed_events._landing_id') if layout.has_parts and is_incremental() and debezium._is_retried() else none,
    }) }}
{%- endmacro %}

{#- The conditions of a row of `_landing` that the model is to read. -#}
{%- macro _not_existing(layout, entity, topics) -%}
    {%- set conditions = ['_landing._class is null', debezium._belongs(entity)] if layout.enveloped else [] -%}
    {%- if is_incremental() -%}
        {%- set of_existing = debezium._skip_complete_topics(topics, debezium._as_columns_of('loaded', layout.landed), layout.enveloped) -%}
        {%- do conditions.extend(debezium._skip_complete_topics(topics, layout.landed, layout.enveloped)) -%}
        {#- of a value with several events, each is compared after they are separated -#}
        {%- do conditions.append(debezium._is_unread(layout.landed._landing_id, of_existing)) if not (layout.has_parts and debezium._is_retried()) -%}
    {%- endif -%}
    {{ return(conditions) }}
{%- endmacro %}

{#- Whether the model does not contain an id among the rows that meet `conditions`, or could not use it and is to read it again. -#}
{%- macro _is_unread(id, conditions=[]) -%}
    {%- set loaded = ["loaded._landing_id = " ~ id] + conditions -%}
    {%- if debezium._is_retried() -%}
        {%- do loaded.extend(["not loaded._class <=> 'rejected'", "loaded._invalid is null"]) -%}
        {#- a row of `envelopes` that an entity could not use has no class there, but its defect -#}
        {%- do loaded.append("loaded._parse_error is null") if debezium._has_columns(this, ['_parse_error']) -%}
    {%- endif -%}
    {{ return("not exists (
    select 1
    from " ~ this ~ " as loaded
    where" ~ ("\n        " if loaded | length > 1 or '\n' in id else ' ') ~ loaded | join('\nand ') | indent(8) ~ "
)") }}
{%- endmacro %}

{#- For `dbt compile`, the SQL must be complete. -#}
{%- macro _is_up_to_date(tables, loaded) -%}
    {%- if not loaded.rows or flags.WHICH not in ['run', 'build'] or debezium._is_retried() -%}
        {{ return(false) }}
    {%- endif -%}
    {%- for table in tables -%}
        {%- if not table.is_queried or run_query("
select 1
from " ~ table.relation ~ " as _landing
" ~ debezium._where(table.conditions, 0) ~ "
limit 1").rows | length > 0 -%}
            {{ return(false) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
