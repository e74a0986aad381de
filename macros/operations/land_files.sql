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

{%- macro _land_lines(path, into, columns, progress) -%}
    {%- set record = "topic string, partition int, offset bigint, timestamp bigint, key string, value string,"
        ~ " headers array<struct<key: string, value: string>>" -%}
    {%- set table = record | replace('timestamp bigint', 'timestamp timestamp') -%}
    {%- set names = debezium._quoted(into.split('.')) -%}
    {%- set into = names | join('.') -%}
    {%- do debezium._check_lines(path, columns or record) -%}
    {%- do run_query("create schema if not exists " ~ names[:-1] | join('.')) if names | length > 1 -%}
    {%- do run_query("create table if not exists " ~ into ~ " (" ~ (columns or table) ~ ")") -%}
    {%- set values = debezium._line_values(into, columns, record) -%}
    {%- do run_query(
        "insert into " ~ into ~ " (" ~ debezium._quoted(values) | join(', ') ~ ") select " ~ values.values() | join(', ') ~ " from (select from_json(value, "
        ~ debezium._string_literal(columns or record) ~ ", map('mode', 'FAILFAST')) as line from text." ~ debezium._quote(path)
        ~ " where trim(value) <> '')"
    ) -%}
    {%- do log(progress ~ " landed " ~ path ~ " in " ~ into | replace('`', ''), info=true) -%}
{%- endmacro %}

{#- The columns of a line as the table has them, {name: expression}. Key, value and headers of a record may be text or bytes there. -#}
{%- macro _line_values(into, columns, record) -%}
    {%- set example = "    dbt run-operation debezium.land_files --args '{path: morning.jsonl, into: landing.customers}'" -%}
    {%- set names = get_columns_in_query("select inline(array(from_json('{}', " ~ debezium._string_literal(columns or record) ~ ")))") -%}
    {%- set missing = debezium._missing_columns(into, names) -%}
    {%- if missing -%}
        {%- do debezium._error('land_files', into | replace('`', '') ~ " has no column " ~ missing | join(', ') ~ ". Add it, or name another table in `into`", example) -%}
    {%- endif -%}
    {%- set types = debezium._types_in(into) -%}
    {%- set types = dict(zip(types | map('lower'), types.values())) -%}
    {%- set values = dict(zip(names, debezium._columns_of('line', debezium._quoted(names)))) -%}
    {%- for name in ['key', 'value', 'headers'] if not columns -%}
        {%- set expected = ['array<struct<key:string,value:string>>', 'array<struct<key:string,value:binary>>'] if name == 'headers' else ['string', 'binary'] -%}
        {%- if types[name] not in expected -%}
            {%- do debezium._error(
                'land_files',
                name ~ " of " ~ into | replace('`', '') ~ " must be " ~ expected | join(' or ') ~ ", got: " ~ types[name] ~ ". Name another table in `into`",
                example
            ) -%}
        {%- endif -%}
        {%- do values.update({name: "cast(" ~ values[name] ~ " as " ~ types[name] ~ ")"}) -%}
    {%- endfor -%}
    {{ return(values if columns else dict(values, timestamp='timestamp_millis(line.timestamp)')) }}
{%- endmacro %}

{#- An error that names the first line that cannot be read, and in it the member, what was found and its type. -#}
{%- macro _check_lines(path, columns) -%}
    {%- set example = "    dbt run-operation debezium.land_files --args '{path: morning.jsonl, into: landing.customers}'" -%}
    {%- set is_wrong = "trim(value) <> '' and " ~ debezium._is_malformed('value', columns) -%}
    {#- the lines are numbered, which sorts them, only where one is wrong -#}
    {%- set files = debezium._query_rows("
select _metadata.file_path as file
from text." ~ debezium._quote(path) ~ "
where " ~ is_wrong ~ "
limit 1") -%}
    {%- set rows = debezium._query_rows("
select
    file,
    number,
    value as line
from (
    select
        _metadata.file_path as file,
        row_number() over (order by monotonically_increasing_id()) as number,
        value
    from text." ~ debezium._quote(path) ~ "
    where _metadata.file_path = " ~ debezium._string_literal(files[0].file) ~ "
)
where " ~ is_wrong ~ "
order by number
limit 1") if files else [] -%}
    {%- for row in rows -%}
        {%- set position = row.file ~ ", line " ~ row.number ~ ": " -%}
        {%- set parsed = "from_json('{}', " ~ debezium._string_literal(columns) ~ ")" -%}
        {%- set names = get_columns_in_query("select inline(array(" ~ parsed ~ "))") -%}
        {%- for name in names -%}
            {%- set type = run_query("select typeof(" ~ parsed ~ "." ~ debezium._quote(name) ~ ")").rows[0][0] -%}
            {%- set found = run_query("
select from_json(line, 'map<string, string>')[" ~ debezium._string_literal(name) ~ "]
from (select " ~ debezium._string_literal(row.line) ~ " as line)
where " ~ debezium._is_malformed('line', debezium._quote(name) ~ ' ' ~ type)).rows -%}
            {%- if found and found[0][0] is not none -%}
                {%- do debezium._error('land_files', position ~ name ~ " must be " ~ type ~ ", got: " ~ found[0][0][:80], example) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do debezium._error(
            'land_files', position ~ "not a JSON object with the members " ~ names | join(', ') ~ ", got: " ~ row.line[:80], example
        ) -%}
    {%- endfor -%}
{%- endmacro %}

{#- Whether a text cannot be read by this schema; the reader keeps it then in the column that is named so. -#}
{%- macro _is_malformed(text, columns) -%}
    {{ return("from_json(" ~ text ~ ", " ~ debezium._string_literal(columns ~ ', _malformed string')
        ~ ", map('columnNameOfCorruptRecord', '_malformed'))._malformed is not null") }}
{%- endmacro %}
