{#-
    What a landing table shows of one source table: {relation, layout, connector, topic, entity, key, table}, each told by
    the caller or by the rows.
-#}
{%- macro _observed(macro, relation, told, example) -%}
    {%- set names = adapter.get_columns_in_relation(relation) | map(attribute='name') | list -%}
    {%- set has_text = 'value' in names -%}
    {%- set tables = debezium._tables_in(relation, names) if has_text else [{}] -%}
    {%- if told.topic -%}
        {%- set tables = tables | selectattr('topic', 'defined') | selectattr('topic', 'equalto', told.topic) | list -%}
    {%- endif -%}
    {%- if told.table and has_text -%}
        {%- set tables = tables | selectattr('table', 'defined') | selectattr('table', 'equalto', told.table) | list -%}
    {%- endif -%}
    {%- if tables | length != 1 -%}
        {%- set found = [] -%}
        {%- for each in tables -%}
            {%- do found.append((each.topic or '') ~ ' ' ~ (each.table or '')) -%}
        {%- endfor -%}
        {%- do debezium._error(macro, relation ~ " holds " ~ (
            "several source tables, say which by `topic` or `table`: " ~ found | sort | join(', ')
            if found else "no such change events"
        ), example) -%}
    {%- endif -%}
    {%- set table = tables[0] -%}
    {%- set layout = told.layout or debezium._layout_seen(names, table) -%}
    {%- set connector = told.connector or ('cdl' if layout == 'cdl' else table.connector) -%}
    {%- if connector not in debezium._connectors() -%}
        {%- do debezium._error(macro, "say the `connector`; the rows of " ~ relation ~ " name " ~ (connector or 'none'), example) -%}
    {%- endif -%}
    {%- set entity = {} -%}
    {%- if table.topic -%}
        {%- do entity.update(topic=table.topic) -%}
    {%- else -%}
        {%- for part in ['db', 'schema', 'collection', 'table'] if table[part] -%}
            {%- do entity.update({part: table[part]}) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return({
        'relation': relation,
        'layout': layout,
        'connector': connector,
        'topic': table.topic,
        'entity': entity,
        'table': told.table or table.collection or table.table or relation.identifier,
        'key': debezium._key_seen(macro, relation, names, table, connector, told, example),
    }) }}
{%- endmacro %}

{#- The source tables in a landing table of JSON text, each with its topic. -#}
{%- macro _tables_in(relation, names) -%}
    {{ return(debezium._rows_of("
select
    " ~ ('topic' if 'topic' in names else 'cast(null as string)') ~ " as topic,
    max(message.source['connector']) as connector,
    max(message.source['db']) as db,
    coalesce(message.source['schema'], message.SEG_OWNER) as schema,
    coalesce(message.source['table'], message.TABLE_NAME) as table,
    message.source['collection'] as collection,
    max(message.message_version) as message_version,
    bool_or(message.op is not null) as is_enveloped
from (
    select
        *,
        " ~ debezium._seen_message() ~ " as message
    from " ~ relation ~ "
    where value is not null
)
where coalesce(message.op, message.OPERATION, message.__deleted, message.__op) is not null
group by 1, 4, 5, 6
order by 1, 4, 5, 6")) }}
{%- endmacro %}

{%- macro _seen_message() -%}
    {{ return("from_json(
            " ~ debezium._seen_payload('value') ~ ",
            'op string, OPERATION string, SEG_OWNER string, TABLE_NAME string, message_version string,
            __op string, __deleted string, source map<string, string>, before string, after string, data string,
            unique map<string, string>'
        )") }}
{%- endmacro %}

{%- macro _seen_payload(column) -%}
    {{ return(debezium._payload("cast(" ~ column ~ " as string)")) }}
{%- endmacro %}

{%- macro _layout_seen(names, table) -%}
    {%- if 'value' not in names -%}
        {{ return('struct' if 'op' in names and 'after' in names else 'flattened') }}
    {%- elif table.message_version -%}
        {{ return('cdl') }}
    {%- elif 'topic' in names -%}
        {{ return('kafka' if table.is_enveloped else 'flattened_kafka') }}
    {%- endif -%}
    {{ return('json_keyed' if 'key' in names else 'json') }}
{%- endmacro %}

{#- The key columns: what the message key names, in the order of its text; [] where it names none. -#}
{%- macro _key_seen(macro, relation, names, table, connector, told, example) -%}
    {%- if told.key is not none -%}
        {{ return(told.key) }}
    {%- elif connector == 'mongodb' -%}
        {{ return(['_id']) }}
    {%- elif 'value' not in names or ('key' not in names and connector != 'cdl') -%}
        {%- do debezium._error(macro, "the rows of " ~ relation ~ " have no message key: say the `key` columns", example) -%}
    {%- endif -%}
    {%- set key = "json_object_keys(" ~ debezium._seen_payload('key') ~ ")" if 'key' in names else 'cast(null as array<string>)' -%}
    {%- set keys = debezium._rows_of("
select
    coalesce(" ~ key ~ ", map_keys(" ~ debezium._seen_message() ~ ".unique)) as names,
    count(*) as times
from " ~ relation ~ "
where
    value is not null" ~ (" and topic = " ~ debezium._text(table.topic) if table.topic else '') ~ "
group by 1
order by names is null, times desc
limit 1") -%}
    {{ return(keys[0].names or [] if keys else []) }}
{%- endmacro %}
