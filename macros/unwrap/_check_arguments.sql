{#-
    A key is one or more of the declared columns, of those that add_fields adds, and perhaps the topic or the landing
    table; [] means that there is none. Where no columns are declared it may be left to the message key.
-#}
{%- macro _check_key(macro, key, columns, layout, connector, options, example) -%}
    {%- set names = columns | map(attribute='name') | list -%}
    {%- if key is string or key is mapping or (names and key is none and layout.class == 'data') -%}
        {%- do debezium._error(macro, "key must be a list of declared columns, got: " ~ (key or 'nothing'), example) -%}
    {%- endif -%}
    {%- set known = names + ['_topic', '_landing_table'] + options.fields | map(attribute='name') | list -%}
    {%- for name in key or [] if execute and names and name not in known -%}
        {%- do debezium._error(
            macro, "key column " ~ name ~ " is not declared. Declare it, or name one of these: " ~ names | join(', '), example
        ) -%}
    {%- endfor -%}
    {%- if connector.canonical_key and not names and key and key != ['_id'] -%}
        {%- do debezium._error(macro, "the key of a document is ['_id'], got: " ~ key, example) -%}
    {%- elif execute and not names and not key and not connector.canonical_key and not debezium._layout_has(layout, '_raw_key') -%}
        {%- do debezium._error(macro, "key must name columns, because the rows of this layout have no message key, got: nothing", example) -%}
    {%- endif -%}
{%- endmacro %}

{#- What options require of the rest of the call. -#}
{%- macro _check_options(macro, options, columns, layout, layout_name, headers, example) -%}
    {%- do debezium._check_exact_numbers(macro, options.exact_numbers, example) -%}
    {%- if options.by_schema_name and layout.parse != 'message' -%}
        {%- do debezium._error(macro, "by_schema_name needs messages with their schemas, not rows of " ~ layout_name ~ ". Remove the argument", example) -%}
    {%- elif headers and layout.enveloped -%}
        {%- do debezium._error(macro, "envelopes does not keep headers. Remove the argument headers", example) -%}
    {%- elif execute and options.previous and not columns -%}
        {%- do debezium._error(macro, "previous needs declared columns. Declare them or remove the argument", example) -%}
    {%- elif execute and options.has_placeholder and not columns -%}
        {%- do debezium._error(macro, "unavailable_value_placeholder needs declared columns. Declare them or remove the argument", example) -%}
    {%- elif execute and layout.parse == 'row' and not columns -%}
        {%- do debezium._error(macro, "rows of " ~ layout_name ~ " are unwrapped already: declare their columns in the YAML", example) -%}
    {%- elif execute and not columns -%}
        {%- do debezium._require_function(macro, 'debezium_document') -%}
    {%- endif -%}
{%- endmacro %}

{#- The layout with the call's additions to each landed row: is it selected, its headers. -#}
{%- macro _landed_also(layout, predicate, headers) -%}
    {%- set landed = dict(layout.landed) -%}
    {%- do landed.update(_selected="coalesce(" ~ predicate ~ ", false)") if predicate -%}
    {%- do landed.update(_landed_headers=debezium._landed_headers(headers)) if headers -%}
    {%- set layout = dict(layout, landed=landed) -%}
    {%- if headers and layout.header_op -%}
        {%- set layout = dict(layout, envelope=dict(layout.envelope, _op=layout.header_op)) -%}
    {%- endif -%}
    {{ return(layout) }}
{%- endmacro %}

{#-
    The columns that the transform's options add: `__deleted`, and those of add_fields, as text unless the model
    declares a column of that name with a type.
-#}
{%- macro _added_columns(columns, connector, options, prefix, example) -%}
    {%- set texts = {} -%}
    {%- do texts.update(__deleted="if(" ~ connector.deleted ~ ", 'true', 'false')") if options.rewrite -%}
    {%- for reference in options.fields -%}
        {%- do texts.update({reference.name: debezium._reference_text(reference, connector, options)}) -%}
    {%- endfor -%}
    {%- for column in columns if prefix and column.name in texts -%}
        {%- do column.update(text=texts.pop(column.name)) -%}
    {%- endfor -%}
    {%- set taken = columns | map(attribute='name') | map('lower') | list -%}
    {%- do taken.extend(debezium.metadata_columns() + debezium._helper_columns()) -%}
    {%- set added = [] -%}
    {%- for name, text in texts.items() -%}
        {%- if name | lower in taken -%}
            {%- do debezium._error('unwrap', "add_fields gives a column a name that is taken: " ~ name ~ ". Add :other_name", example) -%}
        {%- endif -%}
        {%- do taken.append(name | lower) -%}
        {%- set data_type = 'boolean' if name == '__deleted' and connector.extended_json else 'string' -%}
        {%- do added.append({'name': name, 'data_type': data_type, 'path': name, 'text': text}) -%}
    {%- endfor -%}
    {{ return(added) }}
{%- endmacro %}

{#- The layout and the connector for complete documents: images and key as JSON text of an object. -#}
{%- macro _as_documents(layout, connector) -%}
    {%- set envelope = dict(layout.envelope) -%}
    {%- if layout.parse -%}
        {%- do envelope.update(_key_text="if(
    map_contains_key(json_key, 'schema') and map_contains_key(json_key, 'payload'),
    get_json_object('[' || _raw_key || ']', '$[*].payload'),
    _raw_key
)") -%}
    {%- elif not layout.enveloped -%}
        {%- do envelope.update(
            _before=debezium._as_json(envelope._before),
            _after=debezium._as_json(envelope._after),
            _key_text='cast(null as string)'
        ) -%}
    {%- endif -%}
    {{ return((dict(layout, envelope=envelope), dict(connector, image_type='string'))) }}
{%- endmacro %}
