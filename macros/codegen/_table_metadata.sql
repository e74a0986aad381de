{#- What is known of a source table that models are to be written for: what its rows show, its columns and its name. -#}
{%- macro _table_metadata(macro, relation, options, example) -%}
    {%- if not execute -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set landing = debezium._landing(macro, relation, example) -%}
    {%- set options = dict(options, first_table=landing.tables[0], every_topic=landing.has_several_tables and not options.topic) -%}
    {%- set table = debezium._one_table(macro, landing.relation, options, example) -%}
    {{ return(debezium._describe_table(macro, landing, table, options, example)) }}
{%- endmacro %}

{%- macro _describe_table(macro, landing, table, options, example) -%}
    {%- set table = debezium._detect_table(macro, landing.relation, table, options, example) -%}
    {%- set is_payload, is_typed = table.class != 'data', debezium._has_typed_columns(table.layout) -%}
    {%- set connector = debezium._connectors()[table.connector] -%}
    {%- if is_typed -%}
        {%- set fields = debezium._landed_fields(landing.relation, table.layout) -%}
    {%- elif options.schemas and not table.topics -%}
        {%- do debezium._error(macro, "`schemas` names topics, but the rows of " ~ landing.relation ~ " have none. Omit it", example) -%}
    {%- elif options.schemas -%}
        {%- set fields = debezium._schema_fields(debezium._exported_schemas(options.schemas, table.topics), exported=true, is_payload=is_payload, is_row=debezium._is_row(table)) -%}
    {%- else -%}
        {%- set fields = debezium._schema_fields(debezium._embedded_schemas(table), is_payload=is_payload, is_row=debezium._is_row(table)) if is_payload or not connector.extended_json else [] -%}
    {%- endif -%}
    {%- if options.schema_changes and (not fields or connector.schema_position) -%}
        {%- set changed = debezium._changed_fields(options.schema_changes, table.path, table.connector) -%}
        {%- set fields = debezium._with_changes(fields, changed, options.schemas) if fields else changed -%}
    {%- endif -%}
    {%- if not fields and not is_typed and not debezium._has_variants() -%}
        {%- do debezium._error(
            macro, "the columns of " ~ (table.topics | join(', ') or table.table) ~ " must be read from a sample of its images, which needs Spark 4. "
                ~ "Generate the models there from the same records, or pass `schemas` if the connector's converter has them", example
        ) -%}
    {%- endif -%}
    {#- a table of typed columns has no messages to sample -#}
    {%- set fields = fields or (debezium._sampled_fields(table) if not is_typed else []) -%}
    {%- if not fields and macro == 'generate_landing' -%}
        {{ return(none) }}
    {%- elif not fields -%}
        {%- do debezium._error(macro, "cannot find the columns of " ~ (table.topics | join(', ') or table.table) ~ ": no row has a schema or an image. Land a data event first" ~ (", or pass `schemas`" if not is_typed else ""), example) -%}
    {%- endif -%}
    {%- if not is_typed -%}
        {%- set fields = debezium._with_values(table, fields) -%}
    {%- endif -%}
    {%- set columns = debezium._generated_columns(debezium._storable(fields, landing.tables[0]), table.key) -%}
    {%- set key = [] -%}
    {%- for name in table.key -%}
        {%- set named = columns | selectattr('source', 'equalto', name) | list -%}
        {%- if not named and name in ['_topic', '_landing_table'] -%}
            {%- set named = [{'name': name}] -%}
        {%- elif not named -%}
            {%- do debezium._error(
                macro, table.table ~ ": the key column " ~ name ~ " is not one of the fields: " ~ columns | map(attribute='source') | join(', ') ~ ". Correct `key`", example
            ) -%}
        {%- endif -%}
        {%- do key.append(named[0].name) -%}
        {%- do named[0].update(comment="CHECK: " ~ table.key_doubt) if table.key_doubt -%}
    {%- endfor -%}
    {%- set name = debezium._checked_name(macro, options.name, example) or table.connector ~ '__' ~ debezium._plain_name(table.table) -%}
    {%- set exact = fields | selectattr('encoding', 'defined') | list + fields | selectattr('is_exact', 'defined') | list -%}
    {%- set exact_numbers = exact | length > 0 and debezium._has_variants() -%}
    {{ return(dict(
        table, columns=columns, key=key, name=name, exact_numbers=exact_numbers,
        reads=landing.call, has_several_tables=landing.has_several_tables, tables=landing.tables, compression=landing.compression
    )) }}
{%- endmacro %}

{#- The fields as the format of the landing table has them too: Hudi knows no time without a zone, and plain names alone. -#}
{%- macro _storable(fields, relation) -%}
    {%- if debezium._provider(relation) == 'hudi' -%}
        {%- for field in fields -%}
            {%- set plain = modules.re.sub('[^A-Za-z0-9_]|^(?=[0-9])', '_', field.name) -%}
            {%- do field.update(
                name=plain, path=field.path or field.name, data_type=field.data_type | replace('timestamp_ntz', 'timestamp')
            ) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(fields) }}
{%- endmacro %}

{#- The name for models that the caller gives: files are named so. -#}
{%- macro _checked_name(macro, name, example) -%}
    {%- if name and not modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) -%}
        {%- do debezium._error(macro, "name may contain only letters, digits and _, got: " ~ name, example) -%}
    {%- endif -%}
    {{ return(name) }}
{%- endmacro %}

{%- macro _plain_name(name) -%}
    {{ return(modules.re.sub('[^a-z0-9]+', '_', name | lower).strip('_')) }}
{%- endmacro %}

{#- The fields of a landing table whose columns are typed: those of the image, or its own. -#}
{%- macro _landed_fields(relation, layout) -%}
    {%- set names = ['after'] if layout == 'struct' else debezium._column_types(relation) | list -%}
    {%- set shown = "typeof(" ~ debezium._quoted(names) | join("), typeof(") ~ ")" -%}
    {%- set rows = debezium._query_rows("select array(" ~ shown ~ ") as types from " ~ relation ~ " limit 1") -%}
    {%- set types = dict(zip(names, rows[0].types)) if rows else {} -%}
    {%- set types = debezium._inner_types(types.after | replace(',', ', ') | replace(':', ': ')) if rows and layout == 'struct' else types -%}
    {%- set fields = [] -%}
    {%- for name, type in types.items() if layout == 'struct' or not name.startswith('__') -%}
        {%- do fields.append({'name': name, 'data_type': type if debezium._is_type(type) else 'string'}) -%}
    {%- endfor -%}
    {{ return(fields) }}
{%- endmacro %}

{#- True if a text is a Spark type and nothing else. -#}
{%- macro _is_type(type) -%}
    {%- if '<' not in type -%}
        {{ return(modules.re.fullmatch('[a-z_ ]+(\\([0-9]+(, ?[0-9]+)?\\))?', type) is not none) }}
    {%- endif -%}
    {%- for inner in debezium._inner_types(type).values() if not debezium._is_type(inner) -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(modules.re.match('(array|map|struct)<', type) is not none and type.endswith('>')) }}
{%- endmacro %}
