{#-
    Changes the tables of a base model and its downstream models to the wider types that it declares, in
    place. Prints one line per table, and the command that recreates the views.
-#}
{%- macro widen(model) -%}
    {{ return(adapter.dispatch('widen', 'debezium')(model)) }}
{%- endmacro %}

{%- macro default__widen(model) -%}
    {%- set example = "    dbt run-operation debezium.widen --args '{model: base_db2__customers}'" -%}
    {%- set node = debezium._node('widen', model, ['unwrap'], 'a base model, one that calls debezium.unwrap', example) -%}
    {%- set columns = debezium._typed_columns(node) -%}
    {%- set base = debezium._relation_of(node) -%}
    {%- if load_relation(base) is none -%}
        {%- do debezium._error('widen', base ~ " is not built yet. Build it first", example) -%}
    {%- endif -%}
    {%- set relations = [base] -%}
    {%- for table in debezium._built_downstream(node.unique_id, ['incremental'])
        if debezium._calling(['current', 'history', 'current_without_key'], [table.node.unique_id]) -%}
        {%- do relations.append(table.relation) -%}
    {%- endfor -%}
    {%- set widened = [] -%}
    {%- for relation in relations -%}
        {%- set changes, fields = [], debezium._fields_of_previous(base) if loop.first else [] -%}
        {%- for column, type in debezium._column_types(relation).items() if column in columns -%}
            {%- set declared = columns[column].data_type -%}
            {%- set texts = [declared, type] | map('lower') | map('replace', ' ', '') | map('replace', '`', '') | list -%}
            {#- Spark shows the names in a struct without quotes, and 25 of its fields -#}
            {%- if texts[0] != texts[1] and 'morefields>' not in texts[1] -%}
                {#- the image before a change first: a column that is wide already is passed over -#}
                {%- for owner in (['_previous.'] if column in fields else []) + [''] -%}
                    {%- do run_query("alter table " ~ relation ~ " alter column " ~ owner ~ debezium._quote(column) ~ " type " ~ declared) -%}
                {%- endfor -%}
                {%- do changes.append(column ~ " is " ~ declared ~ " now, was " ~ type) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do print(loop.index ~ " of " ~ relations | length ~ " " ~ relation ~ ": " ~ (changes | join('; ') or 'as declared')) -%}
        {%- do widened.extend(changes) -%}
    {%- endfor -%}
    {%- set views = debezium._downstream(node.unique_id, ['view']) | map(attribute='name') | list -%}
    {%- if widened and views -%}
        {%- do print("recreate the views that read them, which keep the old types: dbt run --select " ~ views | join(' ')) -%}
    {%- endif -%}
{%- endmacro %}
