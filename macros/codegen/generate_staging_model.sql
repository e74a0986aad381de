{#- Writes the base and the staging model of one source table, and their YAML. Prints them and returns {file: text}. -#}
{%- macro generate_staging_model(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none, schemas=none, schema_changes=none,
    unavailable_value_placeholder=none
) -%}
    {{ return(adapter.dispatch('generate_staging_model', 'debezium')(
        relation, topic, table, name, layout, connector, key, schemas, schema_changes,
        unavailable_value_placeholder
    )) }}
{%- endmacro %}

{%- macro default__generate_staging_model(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none, schemas=none, schema_changes=none,
    unavailable_value_placeholder=none
) -%}
    {%- set example = "    dbt run-operation debezium.generate_staging_model --args '{relation: landing.db2}'" -%}
    {%- set options = {
        'topic': topic, 'table': table, 'name': name, 'layout': layout, 'connector': connector, 'key': key,
        'schemas': schemas, 'schema_changes': schema_changes, 'unavailable_value_placeholder': unavailable_value_placeholder,
    } -%}
    {{ return(debezium._generated('generate_staging_model', relation, options, ['base', 'stg'], none, example)) }}
{%- endmacro %}
