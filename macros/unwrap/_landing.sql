{#-
    The rows of the landing tables that the model does not hold yet: {tables, is_level}. tables: of each its relation, what a
    row is and the conditions that leave out what is held. is_level: whether nothing is left, as far as that is told for less
    than the load would cost.
-#}
{%- macro _landing(relation, layout, entity={}) -%}
    {%- set held = debezium._held_rows() -%}
    {%- do debezium._tell_later_loads(held) -%}
    {%- set topics = [] if layout.landed._topic_partition.startswith('cast(null') else debezium._held_topics(held) -%}
    {%- set tables = [] -%}
    {%- for table in debezium._landing_tables(relation, layout) -%}
        {%- set own = topics if layout.enveloped else topics | selectattr('landing_table', 'equalto', table.name) | list -%}
        {%- set whole = own | selectattr('is_whole') | list -%}
        {%- set whole = whole if whole | length <= 16 else [] -%}
        {%- do tables.append({
            'relation': table.relation,
            'landed': table.landed,
            'conditions': debezium._not_held(dict(layout, landed=table.landed), entity, whole),
            'is_asked': own | length == whole | length and (whole or not debezium._is_many(held.rows)),
        }) -%}
    {%- endfor -%}
    {{ return({'tables': tables, 'held': held, 'is_level': debezium._is_level(tables, held)}) }}
{%- endmacro %}

{#- The conditions of a row of `_landing` that the model is to read. -#}
{%- macro _not_held(layout, entity, topics) -%}
    {%- set id = layout.landed._landing_id -%}
    {%- set conditions = ['_landing._class is null', debezium._belongs(entity)] if layout.enveloped else [] -%}
    {%- if is_incremental() -%}
        {%- set of_held = {} -%}
        {%- for column in layout.landed -%}
            {%- do of_held.update({column: 'held.' ~ column}) -%}
        {%- endfor -%}
        {%- set held = ["held._landing_id = " ~ id] + debezium._unseen(topics, of_held, layout.enveloped) -%}
        {%- if debezium._is_reclassified() -%}
            {%- do held.append("not held._class <=> 'rejected' and held._invalid is null") -%}
            {#- a row of `envelopes` that an entity could not use has no class there, but its defect -#}
            {%- do held.append("held._defect is null") if debezium._has_columns(this, ['_defect']) -%}
        {%- endif -%}
        {%- do conditions.extend(debezium._unseen(topics, layout.landed, layout.enveloped)) -%}
        {%- do conditions.append("not exists (
    select 1
    from " ~ this ~ " as held
    where" ~ ("\n        " if held | length > 1 or '\n' in id else ' ') ~ held | join('\nand ') | indent(8) ~ "
)") -%}
    {%- endif -%}
    {{ return(conditions) }}
{%- endmacro %}

{#- Of a model that is compiled to be read the whole SQL is wanted. -#}
{%- macro _is_level(tables, held) -%}
    {%- if not held.rows or flags.WHICH not in ['run', 'build'] or debezium._is_reclassified() -%}
        {{ return(false) }}
    {%- endif -%}
    {%- for table in tables -%}
        {%- if not table.is_asked or run_query("
select 1
from " ~ table.relation ~ " as _landing
" ~ debezium._where(table.conditions, 0) ~ "
limit 1").rows | length > 0 -%}
            {{ return(false) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
