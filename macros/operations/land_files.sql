{#-
    Lands a file of JSON lines, one Kafka record a line (topic, partition, offset, timestamp, key, value,
    headers), in a table of the kafka layout; with `columns` a file of other rows, as they are. A line that is none lands nothing.
-#}
{%- macro land_files(path, into, columns=none) -%}
    {{ return(adapter.dispatch('land_files', 'debezium')(path, into, columns)) }}
{%- endmacro %}

{%- macro default__land_files(path, into, columns=none) -%}
    {%- do debezium._land_lines(path, into, columns, "1 of 1") -%}
{%- endmacro %}

{%- macro _land_lines(path, into, columns, place) -%}
    {%- set record = "topic string, partition int, offset bigint, timestamp bigint, key string, value string,"
        ~ " headers array<struct<key: string, value: string>>" -%}
    {%- set table = record | replace('timestamp bigint', 'timestamp timestamp') -%}
    {%- set names = debezium._quoted(into.split('.')) -%}
    {%- set into = names | join('.') -%}
    {%- do run_query("create schema if not exists " ~ names[:-1] | join('.')) if names | length > 1 -%}
    {%- do run_query("create table if not exists " ~ into ~ " (" ~ (columns or table) ~ ")") -%}
    {%- set values = 'line.*' if columns else
        'line.topic, line.partition, line.offset, timestamp_millis(line.timestamp), line.key, line.value, line.headers' -%}
    {%- do run_query(
        "insert into " ~ into ~ " select " ~ values ~ " from (select from_json(value, "
        ~ debezium._text(columns or record) ~ ", map('mode', 'FAILFAST')) as line from text." ~ debezium._quote(path)
        ~ " where trim(value) <> '')"
    ) -%}
    {%- do log(place ~ " landed " ~ path ~ " in " ~ into | replace('`', ''), info=true) -%}
{%- endmacro %}
