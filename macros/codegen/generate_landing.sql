{#-
    Writes the models of every source table in a landing table of many topics: one base model that parses each message once, and on
    it the models of each table. Prints them and returns {file: text}.
-#}
{%- macro generate_landing(
    relation, name=none, schemas=none, schema_changes=none, unavailable_value_placeholder=none
) -%}
    {{ return(adapter.dispatch('generate_landing', 'debezium')(
        relation, name, schemas, schema_changes, unavailable_value_placeholder
    )) }}
{%- endmacro %}

{%- macro default__generate_landing(
    relation, name=none, schemas=none, schema_changes=none, unavailable_value_placeholder=none
) -%}
    {%- set example = "    dbt run-operation debezium.generate_landing --args '{relation: landing.kafka}'" -%}
    {%- if not execute -%}
        {{ return({}) }}
    {%- endif -%}
    {%- set landing = debezium._landing('generate_landing', relation, example) -%}
    {%- set name = debezium._checked_name('generate_landing', name, example) or landing.name -%}
    {%- set options = {
        'schemas': schemas, 'schema_changes': schema_changes or landing.relation | string, 'key': none,
        'unavailable_value_placeholder': unavailable_value_placeholder,
    } -%}
    {%- if 'topic' not in debezium._names_in(landing.relation) -%}
        {%- do debezium._error('generate_landing', relation ~ " has no topics. Generate its tables one by one with `table`", example) -%}
    {%- endif -%}
    {%- set entities, left_out = [], [] -%}
    {%- for table in debezium._of_all_servers(debezium._tables_in(landing.relation)) -%}
        {#- a shared model parses messages, not the rows that a transform made of them -#}
        {%- set is_message = table.is_enveloped or table.message_version -%}
        {%- set entity = debezium._describe_table('generate_landing', landing, table, options, example) if is_message else none -%}
        {%- do entities.append(entity) if entity else left_out.append(
            table.topics | join(', ') ~ (": no row has a schema or an image" if is_message else ": rows of flattened_kafka. Generate it with --topic")
        ) -%}
    {%- endfor -%}
    {%- if not entities -%}
        {%- do debezium._error('generate_landing', relation ~ " contains "
            ~ (left_out | join('; ') or debezium._rows_by_class(landing.relation)), example) -%}
    {%- endif -%}
    {%- set entities = debezium._unique_names(entities, name, landing, relation, example) -%}
    {%- set groups = debezium._parsed_together(entities, name, debezium._models_beside(landing)) -%}
    {%- set parts = ['base', 'stg', 'rejected', 'current', 'active', 'history'] -%}
    {%- set bases, files, described, ledger = [], {}, [], name ~ '__ledger' -%}
    {%- for base, group in groups.items() -%}
        {%- do bases.append(base) -%}
        {%- do files.update({base ~ '.sql': debezium._rendered_envelopes(group)}) -%}
        {%- do described.append(debezium._rendered_envelopes_yaml(base, group, ledger)) -%}
        {%- for entity in group -%}
            {%- set entity = dict(entity, reads="ref('" ~ base ~ "')", layout='envelope', compression=none) -%}
            {%- for file, text in debezium._rendered_models(entity, parts).items() -%}
                {%- do files.update({entity.name ~ '/' ~ file: text}) -%}
            {%- endfor -%}
            {%- do files.update({
                entity.name ~ '/_' ~ entity.name ~ '__models.yml': debezium._rendered_yaml(entity, parts, ledger)
            }) -%}
            {%- do bases.append('base_' ~ entity.name) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set pairs = [] -%}
    {%- for base in bases -%}
        {%- do pairs.append("[" ~ landing.call ~ ", ref('" ~ base ~ "')]") -%}
    {%- endfor -%}
    {%- do files.update({
        '_' ~ name ~ '__models.yml': debezium._each("# no models for {}\n", left_out) | join ~ "version: 2\n\nmodels:\n" ~ described | join
            ~ "  - name: " ~ ledger ~ "\n    description: The landed rows by load, class and reason.\n"
            ~ debezium._rendered_columns(debezium._ledger_columns()) ~ "\n",
        ledger ~ '.sql': debezium._incremental('append')
            ~ debezium._call('ledger', ["[\n        " ~ pairs | join(",\n        ") ~ ",\n    ]"], spread=true) ~ '\n'
    }) -%}
    {{ return(debezium._printed(files)) }}
{%- endmacro %}
