{#- The types that a shared base model has of the rows of an entity. -#}
{%- macro _landed_types() -%}
    {{ return(["schema_texts as (
    select distinct _schema_types
    from landed_rows
    where _schema_types is not null
)", "field_types as (
    select
        xxhash64(_schema_types) as schema_id,
        inline_outer(from_json(_schema_types, 'array<struct<is_key: boolean, name: string, own_type: string>>'))
    from schema_texts
)"]) }}
{%- endmacro %}

{#- What is kept of each schema. -#}
{%- macro _known_schemas(columns) -%}
    {%- if columns is none -%}
        {{ return(["message_schemas as (
    select
        schema_id,
        to_json(sort_array(
            collect_list(if(own_type is null, null, struct(is_key, name, own_type)))
        )) as _schema_types
    from field_types
    group by schema_id
)"]) }}
    {%- endif -%}
    {{ return(["field_conversions as (
    select
        schema_id,
        is_key,
        " ~ debezium._conversion_target(columns) | indent(8) ~ " as read_as,
        if(
            -- a broken schema may have a field without a name
            read_as is null or name is null,
            null,
            struct(
                name,
                " ~ debezium._conversion('own_type', 'read_as') | indent(16) ~ "
            )
        ) as field_conversion
    from field_types
)", "message_schemas as (
    select
        schema_id,
        if(
            count(field_conversion) = 0,
            null,
            array(
                map_from_entries(collect_list(if(is_key, null, field_conversion))),
                map_from_entries(collect_list(if(is_key, field_conversion, null)))
            )
        ) as _conversions
    from field_conversions
    group by schema_id
)"]) }}
{%- endmacro %}
