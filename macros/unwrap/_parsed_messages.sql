{#-
    Step 2: the message, parsed once. It is the complete value or under `payload` beside its schema, and a
    table may contain both. Spark's reader stops after the first JSON value; as the only element of an
    array, text after it is an error.
-#}
{%- macro _parsed_messages(layout, connector, options) -%}
    {%- set is_typed = 'typed_json is not null and typed_json.malformed is null' -%}
    {#- the text by its condition, not by `_is_typed`: Spark copies each row once more for a column that depends on another -#}
    {%- set text = 'if(' ~ is_typed ~ ', null, _raw)' if options.typed_message else '_raw' -%}
-- each message as JSON{{ ", with the columns' types if its text has their form" if options.typed_message }}
parsed_messages as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {%- if not options.typed_message %}
        from_json(_raw_key, 'map<string, string>') as json_key,
        {%- endif %}
        {%- if layout.envelope._images_hash %}
        if(startswith(_raw, '{"schema":{'), substring_index(_raw, '},"payload":', -1), _raw) as _payload_text,
        {%- endif %}
        {%- if options.typed_message %}
        {{ debezium._schema_text('_raw', layout, '_payload_text') | indent(8) }} as _schema_text,
        regexp_extract(_payload_text, r'{{ options.typed.pattern | indent(8) }}', 1) as _images_as_declared,
        if(
            _images_as_declared <> ''
            and octet_length(_raw) - octet_length(_payload_text) in (0, octet_length(_schema_text) + 12),
            {{ debezium._message_with_types(layout, connector, options) | indent(12) }},
            null
        ) as typed_json,
        {{ is_typed }} as _is_typed,
        {%- endif %}
        {{ debezium._message_as_text(text, layout, connector, options) | indent(8) }} as json
    from {{ 'deduplicated_records' if layout.may_repeat else 'landed_rows' }}
)
{%- endmacro %}

{#- A text as {messages, malformed}: its one message, and its text where a field has another type than the one to read. -#}
{%- macro _message_as_text(text, layout, connector, options) -%}
    {%- set text = "concat('{\"messages\": [', " ~ text ~ ", ']}')" -%}
    {%- if layout.parse == 'row' -%}
        {{ return(debezium._read_messages(text, 'map<string, string>', options.exact_numbers)) }}
    {%- endif -%}
    {%- set fields = debezium._message_fields(layout, connector, options) -%}
    {%- set whole = dict(fields, schema='struct<name: string>') if options.by_schema_name else dict(fields) -%}
    {%- do whole.update(payload=debezium._typed_image_type(fields)) -%}
    {{ return(debezium._read_messages(text, debezium._typed_image_type(whole), options.exact_numbers)) }}
{%- endmacro %}

{#- The same with the types of the columns. -#}
{%- macro _message_with_types(layout, connector, options) -%}
    {%- set blocks = {} -%}
    {%- for block, types in debezium._source_blocks(connector).items() -%}
        {%- do blocks.update({block: debezium._struct_type(types)}) -%}
    {%- endfor -%}
    {%- set fields = debezium._message_fields(
        dict(layout, fields=dict(layout.fields, **blocks)), dict(connector, image_type=debezium._typed_image_type(options.typed.types)), options
    ) -%}
    {%- set text = "concat('{\"messages\": [{\"payload\":', _payload_text, if(_payload_text = _raw, '}]}', ']}'))" -%}
    {%- set type = debezium._typed_image_type({'payload': debezium._typed_image_type(fields)}) -%}
    {{ return(debezium._read_messages(text, type)) }}
{%- endmacro %}

{%- macro _read_messages(text, type, exact_numbers=false) -%}
    {{ return(debezium._from_json(text, "'struct<
    messages: array<" ~ type | indent ~ ">,
    malformed: string
>'", exact_numbers, "map('columnNameOfCorruptRecord', 'malformed')")) }}
{%- endmacro %}

{#- The fields of a message, {name: type}: the images and what the layout and the connector know. -#}
{%- macro _message_fields(layout, connector, options={}) -%}
    {%- set fields = dict.fromkeys(layout.images, connector.image_type) -%}
    {%- do fields.update(layout.fields) -%}
    {%- do fields.update(connector.fields) -%}
    {{ return(dict(fields, **dict.fromkeys(options.members or [], 'string'))) }}
{%- endmacro %}
