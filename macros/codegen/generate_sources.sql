{#- Writes the sources YAML of the landing tables in a schema. Prints it and returns {file: text}; without those that the project declares already. -#}
{%- macro generate_sources(schema, tables=none) -%}
    {{ return(adapter.dispatch('generate_sources', 'debezium')(schema, tables)) }}
{%- endmacro %}

{%- macro default__generate_sources(schema, tables=none) -%}
    {%- set example = "    dbt run-operation debezium.generate_sources --args '{schema: landing}'" -%}
    {%- if not execute -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set found = debezium._tables_in_schema(schema) -%}
    {%- set declared = graph.sources.values() | selectattr('source_name', 'equalto', schema) | map(attribute='name') | list -%}
    {%- set entries = [] -%}
    {%- for name in tables or found -%}
        {%- if name not in found -%}
            {%- do debezium._error('generate_sources', "table " ~ schema ~ "." ~ name ~ " does not exist. Correct `tables`, or land it first", example) -%}
        {%- endif -%}
        {%- do entries.append("      - name: " ~ debezium._yaml(name)) if name not in declared -%}
    {%- else -%}
        {%- do debezium._error('generate_sources', "schema " ~ schema ~ " has no tables. Correct `schema`, or land something first", example) -%}
    {%- endfor -%}
    {%- if not entries -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set lines = ["version: 2", "", "sources:", "  - name: " ~ debezium._yaml(schema),
        "    description: Change events exactly as they came.", "    tables:"] + entries -%}
    {{ return(debezium._printed({'_' ~ schema ~ '__sources.yml': lines | join('\n') ~ '\n'})) }}
{%- endmacro %}
