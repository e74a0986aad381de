{#-
    The rows of a source table with a message: by their topics and, if other tables share these, by the
    source block of the message. table: {relation, topics, entity}.
-#}
{%- macro _rows_of_table(table) -%}
    {%- set columns = {
        'db': "message.source['db']",
        'schema': "coalesce(message.source['schema'], message.SEG_OWNER)",
        'table': "coalesce(message.source['table'], message.TABLE_NAME)",
        'collection': "message.source['collection']",
    } -%}
    {%- set conditions = [] -%}
    {%- for part, names in table.entity.items() if part != 'topic' -%}
        {%- do conditions.append(debezium._is_one_of(columns[part], names)) -%}
    {%- endfor -%}
    {{ return("from (
    select
        *,
        " ~ debezium._message_of_row() ~ " as message
    from " ~ debezium._landed_events(table.relation) | indent ~ "
    where
        value is not null" ~ (" and topic in (" ~ debezium._string_literals(table.topics) ~ ")" if table.topics else '') ~ "
)
where " ~ (conditions | join(' and ') or 'true')) }}
{%- endmacro %}

{#- Whether the values of a landing table are rows, not messages with images. -#}
{%- macro _is_row(table) -%}
    {{ return(debezium._layouts()[table.layout].parse == 'row') }}
{%- endmacro %}

{#- A part of a value that is a row beside its schema, as text; `otherwise` for other values. -#}
{%- macro _row_part(part, otherwise) -%}
    {%- set whole = "from_json(cast(value as string), 'map<string, string>')" -%}
    {{ return("if(" ~ debezium._is_wrapped(whole) ~ ", " ~ whole ~ "['" ~ part ~ "'], " ~ otherwise ~ ")") }}
{%- endmacro %}

{#- The image in such a row, as text; of a value that is a row, the value. -#}
{%- macro _image_of_row(table) -%}
    {{ return(debezium._row_part('payload', 'cast(value as string)') if debezium._is_row(table)
        else 'coalesce(message.after, message.data, message.before)') }}
{%- endmacro %}

{#- Whether base reads the headers of the records: those of an outbox, or of rows whose operation only a header has. -#}
{%- macro _reads_headers(table, layout, class) -%}
    {%- if (class == 'data' and not debezium._layouts()[layout].header_op) or not debezium._has_headers(table.relation) -%}
        {{ return(false) }}
    {%- elif class != 'data' -%}
        {{ return(true) }}
    {%- endif -%}
    {{ return(debezium._query_rows("
select coalesce(bool_or(exists(headers, each -> each.key = '__op')), false) as has_operation
" ~ debezium._rows_of_table(table))[0].has_operation) }}
{%- endmacro %}
