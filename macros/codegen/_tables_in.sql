{#-
    The source tables in a landing table of JSON text, each with its topics, and whether other tables
    share them. CDL's first format names neither server nor database, so its tables cannot be separated by
    these.
-#}
{%- macro _tables_in(relation) -%}
    {%- set names = debezium._names_in(relation) -%}
    {%- if not debezium._has_messages(relation) -%}
        {{ return([{}]) }}
    {%- endif -%}
    {%- set tables = debezium._query_rows("
with landed_messages as (
    select
        " ~ ('topic' if 'topic' in names else 'cast(null as string)') ~ " as topic,
        is_cloudevent,
        " ~ debezium._message_of_row() ~ " as message
    from " ~ debezium._landed_events(relation) | indent ~ "
    where value is not null
),

tables as (
    select
        topic,
        if(message.OPERATION is null and message.message_version is null, message.source['name'], null) as server,
        if(message.OPERATION is null and message.message_version is null, message.source['db'], null) as db,
        coalesce(message.source['schema'], message.SEG_OWNER) as schema,
        coalesce(message.source['table'], message.TABLE_NAME) as table,
        message.source['collection'] as collection,
        max(message.source['connector']) as connector,
        max(message.message_version) as message_version,
        bool_or(message.op is not null and coalesce(message.__deleted, message.__op) is null) as is_enveloped,
        bool_or(is_cloudevent and message.op is not null) as is_cloudevent,
        count(*) as events
    from landed_messages
    where
        coalesce(message.op, message.OPERATION, message.__deleted, message.__op) is not null
        and not message.op <=> 'm'
    group by topic, server, db, schema, table, collection
),

-- a message that names no server is of the table that others of its topic are of
with_server as (
    select
        topic,
        coalesce(server, max(server) over (partition by topic, db, schema, table, collection)) as server,
        db,
        schema,
        table,
        collection,
        connector,
        message_version,
        is_enveloped,
        is_cloudevent,
        events
    from tables
),

with_shared_topics as (
    select
        *,
        size(collect_set(struct(server, db, schema, table, collection)) over (partition by topic)) > 1 as shares_topic
    from with_server
)

select
    array_sort(collect_set(topic)) as topics,
    server,
    db,
    schema,
    table,
    collection,
    max(connector) as connector,
    max(message_version) as message_version,
    bool_or(is_enveloped) as is_enveloped,
    bool_or(is_cloudevent) as is_cloudevent,
    bool_or(shares_topic) as shares_topic,
    sum(events) as events
from with_shared_topics
group by server, db, schema, table, collection, if(coalesce(table, collection) is null, topic, null)
order by server, db, schema, table, collection, topics") -%}
    {{ return(debezium._with_renamed(relation, names, tables)) }}
{%- endmacro %}

{#- Whether a table has messages. One of typed columns may have a column `value` too, beside those that the transform adds. -#}
{%- macro _has_messages(relation) -%}
    {%- set types = debezium._column_types(relation) -%}
    {{ return(types.get('value', '').split('(')[0] in ['string', 'binary', 'varchar', 'char'] and '__op' not in types and '__deleted' not in types) }}
{%- endmacro %}

{#- The message of a row. What the transform has unwrapped may have a column `payload`. -#}
{%- macro _message_of_row() -%}
    {%- set value = "cast(value as string)" -%}
    {{ return("from_json(
            if(
                get_json_object(" ~ value ~ ", '$.__deleted') is null and get_json_object(" ~ value ~ ", '$.__op') is null,
                " ~ debezium._payload_of('value') ~ ",
                " ~ value ~ "
            ),
            'op string, OPERATION string, SEG_OWNER string, TABLE_NAME string, message_version string,
            __op string, __deleted string, source map<string, string>, before string, after string, data string,
            unique map<string, string>'
        )") }}
{%- endmacro %}

{%- macro _payload_of(column) -%}
    {{ return(debezium._payload("cast(" ~ column ~ " as string)")) }}
{%- endmacro %}
