{#-
    What a landing table shows of one source table: {relation, layout, class, has_headers, connector, topics, entity, key, schema,
    table, path, unavailable_value_placeholder}, each given by the caller or read from the rows. Of a landing table with several connectors,
    only those that write placeholders take one.
-#}
{%- macro _detect_table(macro, relation, table, options, example) -%}
    {%- set names = debezium._names_in(relation) -%}
    {%- set layout = options.layout or debezium._detect_layout(names, table) -%}
    {#- a typed table may have columns named key and value -#}
    {%- set names = [] if debezium._has_typed_columns(layout) else names -%}
    {%- set class = debezium._layouts()[layout].class -%}
    {%- do debezium._choose(macro, 'connector', options.connector, debezium._connectors(), example) if options.connector -%}
    {%- set connector = options.connector or ('cdl' if layout == 'cdl' else table.connector) -%}
    {%- if connector not in debezium._connectors() -%}
        {%- do debezium._error(macro, "the connector is unknown: the rows of " ~ relation ~ " contain " ~ (connector or 'none') ~ ". Pass `connector`", example) -%}
    {%- endif -%}
    {%- set written_by = debezium._connectors()[connector] -%}
    {%- set placeholder = options.unavailable_value_placeholder if written_by.placeholder or macro != 'generate_landing' else none -%}
    {%- do debezium._with_own_placeholder(macro, connector, written_by, placeholder, example) -%}
    {%- set entity = {} -%}
    {%- if table.topics and not table.every_topic -%}
        {%- do entity.update(topic={'pattern': table.pattern} if table.pattern
            else table.topics[0] if table.topics | length == 1 else table.topics) -%}
    {%- endif -%}
    {%- for part in ['db', 'schema', 'collection', 'table'] if table[part] and (table.shares_topic or not table.topics) -%}
        {%- set found = (table.names[part] or [] if table.names else [table[part]]) | unique(true) | list -%}
        {%- do entity.update({part: found if found | length > 1 else found[0]}) if found -%}
    {%- endfor -%}
    {%- set name = options.table or table.collection or table.table or relation.identifier -%}
    {%- set rows = {'relation': relation, 'topics': table.topics or [], 'entity': entity} -%}
    {%- set key = debezium._detect_key(macro, rows, names, connector, options, example) if class == 'data' else [] -%}
    {%- set key_doubt = debezium._key_doubt(rows, names, key) if options.key is none and not written_by.extended_json else none -%}
    {%- if key_doubt and macro not in ['generate_landing', 'check_source'] -%}
        {%- do debezium._error(macro, name ~ ": " ~ key_doubt, example) -%}
    {%- endif -%}
    {{ return(dict(
        rows,
        layout=layout,
        class=class,
        has_headers=debezium._reads_headers(rows, layout, class),
        connector=connector,
        schema=table.schema or table.db,
        table=name,
        path=[table.db, table.schema, name] | select | list,
        key=key,
        key_doubt=key_doubt,
        expected_rows=debezium._expected_rows(macro, relation, table, options, example),
        unavailable_value_placeholder=placeholder
    )) }}
{%- endmacro %}

{#- Whether the rows of a layout have columns of the source in place of a message. -#}
{%- macro _has_typed_columns(layout) -%}
    {{ return(layout in ['struct', 'flattened']) }}
{%- endmacro %}

{%- macro _detect_layout(names, table) -%}
    {%- if not table -%}
        {{ return('struct' if 'op' in names and 'after' in names else 'flattened') }}
    {%- elif table.message_version -%}
        {{ return('cdl') }}
    {%- elif table.is_cloudevent -%}
        {{ return('cloudevents') }}
    {%- elif 'topic' in names -%}
        {{ return('kafka' if table.is_enveloped else 'flattened_kafka') }}
    {%- endif -%}
    {{ return('json_keyed' if 'key' in names else 'json') }}
{%- endmacro %}

{#- The key columns: what the message key names, in the order of its text; [] where it names none. -#}
{%- macro _detect_key(macro, table, names, connector, options, example) -%}
    {%- if options.key is not none -%}
        {{ return(options.key) }}
    {%- elif debezium._connectors()[connector].extended_json -%}
        {{ return(['_id']) }}
    {%- elif 'value' not in names or ('key' not in names and connector != 'cdl') -%}
        {%- do debezium._error(macro, "the rows of " ~ table.relation ~ " have no message key. Pass the `key` columns", example) -%}
    {%- endif -%}
    {#- ByLogicalTableRouter adds a name to the keys of a topic with several tables, and an entity reads one table -#}
    {%- set key = "array_remove(json_object_keys(" ~ debezium._payload_of('key') ~ "), '__dbz__physicalTableIdentifier')" if 'key' in names else 'cast(null as array<string>)' -%}
    {%- set keys = debezium._query_rows("
select
    coalesce(" ~ key ~ ", map_keys(message.unique)) as names,
    count(*) as times
" ~ debezium._rows_of_table(table) ~ "
group by 1
order by names is null, times desc
limit 1") -%}
    {{ return(keys[0].names or [] if keys else []) }}
{%- endmacro %}
