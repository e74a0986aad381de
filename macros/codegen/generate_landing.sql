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
    {%- set entities = [] -%}
    {%- for table in debezium._tables_in(landing.relation) -%}
        {%- do entities.append(debezium._describe_table('generate_landing', landing, table, options, example)) -%}
    {%- else -%}
        {%- do debezium._error('generate_landing', relation ~ " contains " ~ debezium._rows_by_class(landing.relation), example) -%}
    {%- endfor -%}
    {%- set entities = debezium._unique_names(entities, name, landing, relation, example) -%}
    {%- set groups = debezium._parsed_together(entities, name) -%}
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
        '_' ~ name ~ '__models.yml': "version: 2\n\nmodels:\n" ~ described | join
            ~ "  - name: " ~ ledger ~ "\n    description: The landed rows by load, class and reason.\n"
            ~ debezium._rendered_columns(debezium._ledger_columns()) ~ "\n",
        ledger ~ '.sql': debezium._incremental('append')
            ~ debezium._call('ledger', ["[\n        " ~ pairs | join(",\n        ") ~ ",\n    ]"], spread=true) ~ '\n'
    }) -%}
    {{ return(debezium._printed(files)) }}
{%- endmacro %}

{#- The tables whose messages one base model can parse, by its name: the source blocks of two connectors have different fields. -#}
{%- macro _parsed_together(entities, name) -%}
    {%- set families = {} -%}
    {%- for entity in entities -%}
        {%- do families.setdefault((entity.layout, entity.connector), []).append(entity) -%}
    {%- endfor -%}
    {%- set groups = {} -%}
    {%- for group in families.values() -%}
        {%- set base = 'base_' ~ name ~ ('__' ~ group[0].connector if families | length > 1 else '') -%}
        {%- do groups.update({base ~ ('__' ~ group[0].layout if base in groups else ''): group}) -%}
    {%- endfor -%}
    {{ return(groups) }}
{%- endmacro %}

{#- The base model of several tables; by topic, so that each of them reads its own rows alone. -#}
{%- macro _rendered_envelopes(group) -%}
    {%- set known = [] -%}
    {%- for entity in group -%}
        {%- do known.append(debezium._python(entity.entity)) -%}
    {%- endfor -%}
    {{ return(debezium._incremental_base(partition_by='_topic') ~ debezium._call('envelopes', [
        group[0].reads,
        "layout='" ~ group[0].layout ~ "'",
        "connector='" ~ group[0].connector ~ "'",
        "entities=[\n        " ~ known | join(",\n        ") ~ ",\n    ]",
    ] + (["exact_numbers=true"] if group | selectattr('exact_numbers') | list else [])
      + (["compression='" ~ group[0].compression ~ "'"] if group[0].compression else []), spread=true) ~ '\n') }}
{%- endmacro %}

{%- macro _rendered_envelopes_yaml(base, group, ledger) -%}
    {%- set models = debezium._each("              - ref('base_{}')\n", group | map(attribute='name')) -%}
    {{ return("  - name: " ~ base ~ "
    description: One row per landed row, with its parsed message. The base models of the tables classify their rows.
    data_tests:
      - debezium.conservation:
          arguments:
            landing: " ~ debezium._call_in_yaml(group[0].reads) ~ "
            layout: " ~ group[0].layout ~ "
            ledger: ref('" ~ ledger ~ "')
            entities:
" ~ models | join ~ "      - debezium.no_rejected_rows:
          config: {severity: warn}
      - debezium.no_unassigned_tombstones:
          config: {severity: warn}
") }}
{%- endmacro %}
