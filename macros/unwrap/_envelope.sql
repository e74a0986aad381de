{#- Step 3: the content of the message under the same names for all layouts, or why it has none. -#}
{%- macro _envelope(layout, connector, options) -%}
    {%- set bare = debezium._columns_of('_parsed_message', debezium._quoted(debezium._message_fields(layout, connector, options))) -%}
-- the parts of each message, and why one cannot be read
envelope as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {%- if not options.typed_message %}
        {{ debezium._record_key() | indent(8) }} as _record_key,
        {%- endif %}
        get(json.messages, 0) as _parsed_message,
        coalesce(
            _parsed_message.payload,
            struct(
                {{ debezium._select(bare, 16) }}
            )
        ) as {{ '_text_message' if options.typed_message else '_message' }},
        {%- if options.typed_message %}
        get(typed_json.messages, 0).payload as _message,
        {%- endif %}
        {{ debezium._select_pairs(debezium._envelope_columns(layout, connector, options)) }},
        {{ debezium._parse_error([
            "when _op is null then 'rejected: no_payload'",
            "else 'rejected: invalid_value'",
        ], options.typed_message) | indent(8) }} as _parse_error
    from parsed_messages
)
{%- endmacro %}

{#- The message key by name, without its schema. -#}
{%- macro _record_key(fields='json_key') -%}
    {{ return(debezium._if(debezium._is_wrapped(fields), "from_json(" ~ fields ~ "['payload'], 'map<string, string>')", fields)) }}
{%- endmacro %}

{#- Whether a map is the two that Connect writes, a schema and a payload; a row may have columns of these names. -#}
{%- macro _is_wrapped(fields) -%}
    {{ return("map_contains_key(" ~ fields ~ ", 'schema')
and map_contains_key(" ~ fields ~ ", 'payload')
and size(" ~ fields ~ ") = 2
and coalesce(startswith(" ~ fields ~ "['schema'], '{'), true)") }}
{%- endmacro %}

{#-
    Why a text cannot be read as one message; `cases` distinguish those that are JSON. Spark reads no
    longer string.
-#}
{%- macro _parse_error(cases, typed=none) -%}
    {{ return(debezium._case([
        "when _raw is null " ~ ("or _is_typed " if typed) ~ "or (json.malformed is null and size(json.messages) = 1) then null",
        "when ascii(_raw) = 0 and _raw <> '' then 'rejected: avro_wire_format'",
        "when length(_raw) > 20000000 then 'rejected: too_large'",
        "when " ~ debezium._is_not_json('_raw') ~ " then 'rejected: not_json'",
    ] + cases)) }}
{%- endmacro %}

{#- Whether a text is not one JSON value. -#}
{%- macro _is_not_json(text) -%}
    {{ return("coalesce(json_array_length(concat('[', " ~ text ~ ", ']')), 0) <> 1") }}
{%- endmacro %}

{#- The steps up to the envelope: for each row the content of its message and of its schema. columns: none where base has none of an entity. -#}
{%- macro _envelope_steps(landing, layout, connector, columns, options) -%}
    {%- set steps = [debezium._landed_columns(landing, layout, connector)] -%}
    {%- if layout.parse -%}
        {%- set envelope = debezium._flattened_envelope if layout.parse == 'row' else debezium._envelope -%}
        {%- do steps.extend([debezium._parsed_messages(layout, connector, options), envelope(layout, connector, options)]) -%}
    {%- endif -%}
    {%- if options.with_schemas -%}
        {#- the columns that the steps after the envelope read -#}
        {%- set names = layout.landed | list + debezium._envelope_columns(layout, connector, options) | list
            + (([] if options.typed_message else ['_record_key']) + ['_parse_error'] if layout.parse else []) -%}
        {%- do steps.extend(debezium._schema_steps(layout, names, options.reads_schemas, columns)) -%}
    {%- endif -%}
    {{ return(steps) }}
{%- endmacro %}

{#- The columns of the envelope step, {name: expression}. -#}
{%- macro _envelope_columns(layout, connector, options) -%}
    {%- set columns = dict(layout.envelope, **connector.envelope) -%}
    {%- if options.members -%}
        {%- set members = debezium._columns_of('_message', debezium._quoted(options.members)) -%}
        {%- do columns.update(_members="struct(" ~ members | join(', ') ~ ")") -%}
    {%- endif -%}
    {%- if options.by_schema_name -%}
        {%- do columns.update(
            _schema_name='_parsed_message.schema.name',
            _key_schema_name="get_json_object(_raw_key, '$.schema.name')"
        ) -%}
    {%- endif -%}
    {{ return(debezium._of_both_messages(columns) if options.typed_message else columns) }}
{%- endmacro %}
