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
        part -> part.field in (" ~ debezium._texts(layout.images) ~ ") and part.fields is not null
    )),
    0
).fields" if layout.images else "from_json(
    value_schema,
    " ~ flat | indent ~ "
).schema.fields" -%}
    {{ return("exploded_fields as (
    select
        schema_id,
        false as is_key,
        explode_outer(" ~ value_fields | indent(8) ~ ") as field_schema
    from bounded_texts
    where total_length < 100000000

    union all

    select
        schema_id,
        true as is_key,
        explode_outer(from_json(
            key_schema,
            " ~ flat | indent(12) ~ "
        ).schema.fields) as field_schema
    from bounded_texts
    where total_length < 100000000
),

schema_fields as (
    select
        schema_id,
        is_key,
        field_schema.field as name,
        if(field_schema.type = 'array', 'array of ', '') as array_of,
        if(
            field_schema.type = 'array',
            field_schema.items,
            struct(field_schema.type, field_schema.name, field_schema.parameters)
        ) as item
    from exploded_fields
)") }}
{%- endmacro %}
