{#-
    Writes the models of one source table from landed rows: base, stg, rejected, current, active, history, a ledger and
    the tests. Prints them and returns {file: text}.
-#}
{%- macro generate_entity(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none,
    schemas=none, schema_changes=none, ledger=none,
    unavailable_value_placeholder=none, expected_rows=none
) -%}
    {{ return(adapter.dispatch('generate_entity', 'debezium')(
        relation, topic, table, name, layout, connector, key, schemas, schema_changes, ledger,
        unavailable_value_placeholder, expected_rows
    )) }}
{%- endmacro %}

{%- macro default__generate_entity(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none,
    schemas=none, schema_changes=none, ledger=none,
    unavailable_value_placeholder=none, expected_rows=none
) -%}
    {%- set example = "    dbt run-operation debezium.generate_entity --args '{relation: landing.kafka, topic: srv.inventory.customers}'" -%}
    {%- set parts = ['base', 'stg', 'rejected', 'current', 'active', 'history'] + ([] if ledger else ['ledger']) -%}
    {%- set options = {
        'topic': topic, 'table': table, 'name': name, 'layout': layout, 'connector': connector, 'key': key,
        'schemas': schemas, 'schema_changes': schema_changes, 'unavailable_value_placeholder': unavailable_value_placeholder,
        'expected_rows': expected_rows,
    } -%}
    {{ return(debezium._generated('generate_entity', relation, options, parts, ledger, example)) }}
{%- endmacro %}

{%- macro _generated(macro, relation, options, parts, ledger, example) -%}
    {%- set entity = debezium._table_metadata(macro, relation, options, example) -%}
    {%- if not entity -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set files = debezium._rendered_models(entity, parts) -%}
    {%- set ledger = ledger or (entity.name ~ '__ledger' if 'ledger' in parts) -%}
    {%- do files.update({'_' ~ entity.name ~ '__models.yml': debezium._rendered_yaml(entity, parts, ledger)}) -%}
    {{ return(debezium._printed(files)) }}
{%- endmacro %}

{#- Files, printed each under its name. -#}
{%- macro _printed(files) -%}
    {%- for file, text in files.items() -%}
        {%- do print(('# ' if file.endswith('.yml') else '-- ') ~ file ~ '\n' ~ text) -%}
    {%- endfor -%}
    {{ return(files) }}
{%- endmacro %}
