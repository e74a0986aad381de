{#- Writes the base and the staging model of one source table, and their YAML. Prints them and returns {file: text}. -#}
{%- macro generate_staging_model(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none, schemas=none, schema_changes=none
) -%}
    {{ return(adapter.dispatch('generate_staging_model', 'debezium')(
        relation, topic, table, name, layout, connector, key, schemas, schema_changes
    )) }}
{%- endmacro %}

{%- macro default__generate_staging_model(
    relation, topic=none, table=none, name=none, layout=none, connector=none, key=none, schemas=none, schema_changes=none
) -%}
    {%- set example -%}
{% raw %}    dbt run-operation debezium.generate_staging_model --args '{relation: landing.db2}'{% endraw %}
    {%- endset -%}
    {%- set told = {
        'topic': topic, 'table': table, 'name': name, 'layout': layout, 'connector': connector, 'key': key,
        'schemas': schemas, 'schema_changes': schema_changes,
    } -%}
    {{ return(debezium._generated('generate_staging_model', relation, told, ['base', 'stg'], none, example)) }}
{%- endmacro %}
