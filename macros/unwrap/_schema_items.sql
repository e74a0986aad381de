{#- A row per field of each schema: of a message those of its row, which is one of its images or the message itself, and those of its key. -#}
{%- macro _schema_items(layout) -%}
    {%- set field = "field: string,
    type: string,
    name: string,
    parameters: map<string, string>,
    items: struct<type: string, name: string, parameters: map<string, string>>" -%}
    {%- set flat = "'struct<schema: struct<fields: array<struct<
    " ~ field ~ "
>>>>'" -%}
    {%- set nested = "'struct<schema: struct<fields: array<struct<
    field: string,
    fields: array<struct<
        " ~ field | indent ~ "
    >>
>>>>'" -%}
    {%- set value_fields = "get(
    reverse(filter(
        from_json(
            value_schema,
            " ~ nested | indent(12) ~ "
        ).schema.fields,
        part -> part.field in (" ~ debezium._string_literals(layout.images) ~ ") and part.fields is not null
    )),
    0
).fields" if layout.images else "from_json(
    value_schema,
    " ~ flat | indent ~ "
).schema.fields" -%}
    {{ return("exploded_fields as (
    select
        schema_id,
        explode_outer(flatten(array_compact(array(
            transform(
                " ~ value_fields | indent(16) ~ ",
                field -> struct(false as is_key, field as field_schema)
            ),
            transform(
                from_json(
                    key_schema,
                    " ~ flat | indent(20) ~ "
                ).schema.fields,
                field -> struct(true as is_key, field as field_schema)
            )
        )))) as exploded
    from schema_text_lengths
    where
        total_length < 100000000
        -- checked here: earlier, Spark would check every message
        and (value_schema = '}}' or json_array_length(concat('[', value_schema, ']')) = 1)
),

schema_fields as (
    select
        schema_id,
        exploded.is_key as is_key,
        exploded.field_schema.field as name,
        if(exploded.field_schema.type = 'array', 'array of ', '') as array_of,
        if(
            exploded.field_schema.type = 'array',
            exploded.field_schema.items,
            struct(
                exploded.field_schema.type,
                exploded.field_schema.name,
                exploded.field_schema.parameters
            )
        ) as item
    from exploded_fields
)") }}
{%- endmacro %}
