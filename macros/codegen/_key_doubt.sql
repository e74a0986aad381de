{#-
    Why the columns of the message key may be the wrong key: events whose message key has a null, such as
    deletes under message.key.columns, which have only the primary key. None without such events. Also the
    columns that all events have.
-#}
{%- macro _key_doubt(table, names, key) -%}
    {%- if 'value' not in names or 'key' not in names or not key -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set events = "
select
    message.op as op,
    key_text,
    map_filter(
        from_json(coalesce(message.before, message.after), 'map<string, string>'),
        (name, text) -> text is not null
    ) as image
from (
    select
        message,
        " ~ debezium._payload_of('key') ~ " as key_text
    " ~ debezium._rows_of_table(table) | indent ~ "
)
where
    message.op in ('c', 'r', 'u', 'd')
    and exists(map_values(from_json(key_text, 'map<string, string>')), text -> text is null)" -%}
    {%- set counted = debezium._query_rows("
select
    count(*) as times,
    count_if(op = 'd') as deletes,
    min(key_text) as example
from (" ~ events ~ ")")[0] -%}
    {%- if not counted.times -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set common = [] -%}
    {%- for row in debezium._query_rows("
select name
from (select explode(map_keys(image)) as name from (" ~ events ~ "))
where name not in (" ~ debezium._string_literals(key) ~ ")
group by name
having count(*) = " ~ counted.times ~ "
order by name") -%}
        {%- do common.append(row.name) -%}
    {%- endfor -%}
    {{ return("the message key " ~ counted.example ~ " names no row; events with such a key: " ~ counted.times
        ~ ", deletes among them: " ~ counted.deletes ~ ". " ~ ("Their images have " ~ common | join(', ') ~ ": declare the `key` that is among these." if common
            else "Their images have no other column: set the table's REPLICA IDENTITY to FULL.")) }}
{%- endmacro %}
