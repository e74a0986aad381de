{#- The schema-change topic, a row per table change: the DDL, and the table after it. -#}
{%- macro schema_changes(base) -%}
    {{ return(adapter.dispatch('schema_changes', 'debezium')(base)) }}
{%- endmacro %}

{%- macro default__schema_changes(base) -%}
with messages as (
    select
        _landing_id,
        _topic,
        _topic_offset,
        from_json(
            {{ debezium._payload('_raw') }},
            'struct<
                source: map<string, string>,
                ts_ms: string,
                databaseName: string,
                schemaName: string,
                ddl: string,
                tableChanges: array<struct<
                    type: string,
                    id: string,
                    table: struct<
                        defaultCharsetName: string,
                        primaryKeyColumnNames: array<string>,
                        columns: array<struct<
                            name: string,
                            jdbcType: int,
                            nativeType: int,
                            typeName: string,
                            typeExpression: string,
                            charsetName: string,
                            length: int,
                            scale: int,
                            position: int,
                            optional: boolean,
                            autoIncremented: boolean,
                            generated: boolean,
                            defaultValueExpression: string,
                            enumValues: array<string>
                        >>,
                        attributes: array<map<string, string>>,
                        comment: string
                    >
                >>
            >'
        ) as message
    from {{ base }}
    where _class = 'schema_change'
),

changes as (
    select
        _landing_id,
        _topic,
        _topic_offset,
        message,
        explode_outer(message.tableChanges) as table_change
    from messages
)

select
    _landing_id,
    _topic,
    _topic_offset,
    {{ debezium._epoch_millis("nullif(message.source['ts_ms'], '0')") | indent(4) }} as source_at,
    {{ debezium._epoch_millis('message.ts_ms') | indent(4) }} as processed_at,
    message.source['connector'] as connector,
    coalesce(message.source['snapshot'], 'false') <> 'false' as is_snapshot,
    nullif(message.databaseName, '') as source_database,
    message.schemaName as source_schema,
    message.ddl as ddl,
    table_change.type as change_type,
    transform(
        regexp_extract_all(table_change.id, r'"[^"]*+(?:""[^"]*+)*+"|[^".]+', 0),
        part -> replace(regexp_replace(part, '^"|"$', ''), '""', '"')
    ) as table_path,
    table_change.table.primaryKeyColumnNames as primary_key,
    table_change.table.defaultCharsetName as default_charset,
    table_change.table.columns as table_columns,
    table_change.table.attributes as table_attributes,
    table_change.table.comment as table_comment
from changes
{%- endmacro %}
