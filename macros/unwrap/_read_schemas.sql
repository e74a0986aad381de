{#-
    The text of a schema without its last two braces. As Connect's converter writes it, it is what precedes the payload; another
    spelling is read as JSON; empty where there is none.
-#}
{%- macro _schema_text(text) -%}
    {{ return("case
    when not (" ~ debezium._may_start_schema(text) | replace('\n', ' ') ~ ") then ''
    when startswith(" ~ text ~ ", '{\"schema\":{')
        then substring_index(" ~ text ~ ", '},\"payload\":', 1)
    when " ~ text ~ " rlike r'^\\s*+\\{\\s*+\"(schema|payload)\"\\s*+:'
        then coalesce(
            regexp_extract(
                '{\"schema\":' || get_json_object(" ~ text ~ ", '$.schema'),
                r'(?s)^(.*\\{.*)\\}$',
                1
            ),
            ''
        )
    else ''
end") }}
{%- endmacro %}

{#- Those of a message, which may be a column already, and its key. -#}
{%- macro _schema_texts(of_message=none) -%}
    {{ return("
    " ~ (of_message or debezium._schema_text('_raw')) | indent ~ ",
    " ~ debezium._schema_text('_raw_key') | indent ~ "
") }}
{%- endmacro %}

{#- What all texts with a schema begin with, and few others: files of others are skipped, their texts are not searched. -#}
{%- macro _may_start_schema(text) -%}
    {{ return(text ~ " < '{\"'
or (" ~ text ~ " >= '{\"p' and " ~ text ~ " < '{\"t')") }}
{%- endmacro %}

{#- The steps up to `message_schemas`; no more than 100 MB of schemas are read, for what they say is broadcast. -#}
{%- macro _read_schemas(layout, columns) -%}
    {%- if layout.enveloped -%}
        {{ return(debezium._landed_types() + debezium._known_schemas(columns)) }}
    {%- endif -%}
    {{ return(["schema_texts as (
    select distinct
        " ~ debezium._schema_text('_raw') | indent(8) ~ " as value_schema,
        " ~ debezium._schema_text('_raw_key') | indent(8) ~ " as key_schema
    from landed
    where
        " ~ debezium._may_start_schema('_raw') | indent(8) ~ "
        or " ~ debezium._may_start_schema('_raw_key') | indent(8) ~ "
)", "bounded_texts as (
    select
        xxhash64(value_schema, key_schema) as schema_id,
        value_schema || '}}' as value_schema,
        key_schema || '}}' as key_schema,
        sum(length(value_schema) + length(key_schema)) over (
            order by value_schema, key_schema
            rows between unbounded preceding and current row
        ) as total_length
    from schema_texts
    where value_schema <> '' or key_schema <> ''
)", debezium._schema_items(layout), "field_types as (
    select
        schema_id,
        is_key,
        name,
        max(array_of || " ~ debezium._field_type('item') | trim | indent(8) ~ ") as own_type
    from schema_fields
    group by
        schema_id,
        is_key,
        name
)"] + debezium._known_schemas(columns)) }}
{%- endmacro %}
