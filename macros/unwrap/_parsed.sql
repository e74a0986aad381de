{#-
    Step 2: the message, parsed once. It stands alone or under `payload` beside its schema, and a table may hold both.
    Spark's reader stops after the first JSON value; as the one element of an array, text behind it is an error.
-#}
{%- macro _parsed(layout, connector, options) -%}
    {%- set image_type = debezium._typed_image_type(options.typed) if options.typed else connector.image_type -%}
parsed as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {%- if not options.typed %}
        from_json(_raw_key, 'map<string, string>') as json_key,
        {%- endif %}
        {{ debezium._message_of_raw(layout, dict(connector, image_type=image_type), options) | indent(8) }} as json
    from {{ 'landed_once' if layout.may_repeat else 'landed' }}
)
{%- endmacro %}

{#- `_raw` as {messages, malformed}: its one message, and its text where a field has another type than the one to read. -#}
{%- macro _message_of_raw(layout, connector, options) -%}
    {%- set members = [] -%}
    {%- for name, type in debezium._message_fields(layout, connector, options).items() -%}
        {%- do members.append(debezium._quote(name) ~ ': ' ~ type) -%}
    {%- endfor -%}
    {%- set text = "concat('{\"messages\": [', _raw, ']}')" -%}
    {%- set type -%}
'struct<
    messages: array<struct<
        {{ members | join(',\n') | indent(8) }},
        {%- if options.by_schema_name %}
        schema: struct<name: string>,
        {%- endif %}
        payload: struct<
            {{ members | join(',\n') | indent(12) }}
        >
    >>,
    malformed: string
>'
    {%- endset -%}
    {{ return(debezium._from_json(text, type, options.exact_numbers, "map('columnNameOfCorruptRecord', 'malformed')")) }}
{%- endmacro %}

{#- The fields of a message, {name: type}: the images and what the layout and the connector know. -#}
{%- macro _message_fields(layout, connector, options={}) -%}
    {%- set fields = {} -%}
    {%- for image in layout.images -%}
        {%- do fields.update({image: connector.image_type}) -%}
    {%- endfor -%}
    {%- do fields.update(layout.fields) -%}
    {%- do fields.update(connector.fields) -%}
    {%- for name in options.members or [] -%}
        {%- do fields.update({name: 'string'}) -%}
    {%- endfor -%}
    {{ return(fields) }}
{%- endmacro %}
