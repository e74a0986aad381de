{#-
    The fields of a table, identified by its path (database, schema, name), from its table changes in a schema-change topic, oldest first:
    the newest decides; where a decimal or a time was another before, `older_types` contains that type and the position where it ends. Charsets and
    defaults are left.
-#}
{%- macro _changed_fields(relation, path, connector) -%}
    {%- set rules = debezium._connectors()[connector] -%}
    {%- set path = debezium._string_literal('.' ~ path | join('.')) -%}
    {%- set fields, newest = {}, {} -%}
    {%- for row in debezium._query_rows("
select
    change.table,
    source
from (
    select
        offset,
        cast(get_json_object(payload, '$.ts_ms') as bigint) as ts_ms,
        from_json(get_json_object(payload, '$.source'), 'map<string, string>') as source,
        explode(from_json(
            get_json_object(payload, '$.tableChanges'),
            'array<struct<
                type: string,
                id: string,
                table: struct<columns: array<struct<
                    name: string, jdbcType: int, typeName: string, length: int, scale: int, position: int
                >>>
            >>'
        )) as change
    from (
        select offset, " ~ debezium._payload_of('value') ~ " as payload
        from " ~ debezium._quoted((relation | string).split('.')) | join('.') ~ "
    )
)
where
    change.type in ('CREATE', 'ALTER')
    and (
        endswith('.' || translate(change.id, '\"', ''), " ~ path ~ ")
        or endswith(" ~ path ~ ", '.' || translate(change.id, '\"', ''))
    )
order by ts_ms, offset") -%}
        {%- do newest.clear() -%}
        {%- for column in row.table.columns -%}
            {%- set own = rules.source_type(column) if rules.source_type else none -%}
            {%- set found = dict(debezium._spark_column(own) if own else debezium._column_of_jdbc(column), name=column.name, is_assumed=true) -%}
            {%- set before = fields.get(column.name) -%}
            {%- do found.update(debezium._older_type_until(before, found, row.source or {}, rules) if before else {}) -%}
            {%- do fields.update({column.name: found}) -%}
            {%- do newest.update({column.name: found}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(newest.values() | list) }}
{%- endmacro %}

{#- What a source type becomes with the connectors' defaults: adaptive times, precise decimals. -#}
{%- macro _column_of_jdbc(column) -%}
    {%- set words = column.typeName | lower -%}
    {%- set type = words.split('(')[0].split(' ')[0] -%}
    {%- set digits = (column.get('length') or 0) if column.get('scale') is none else column.scale -%}
    {%- set plain = {
        'tinyint': 'smallint', 'smallint': 'smallint', 'int2': 'smallint', 'smallserial': 'smallint',
        'int': 'int', 'integer': 'int', 'int4': 'int', 'serial': 'int', 'mediumint': 'int', 'year': 'int',
        'bigint': 'bigint', 'int8': 'bigint', 'bigserial': 'bigint',
        'bit': 'boolean', 'bool': 'boolean', 'boolean': 'boolean',
        'real': 'float', 'float4': 'float', 'float': 'double', 'float8': 'double', 'double': 'double',
        'binary': 'binary', 'varbinary': 'binary', 'bytea': 'binary', 'image': 'binary',
        'blob': 'binary', 'tinyblob': 'binary', 'mediumblob': 'binary', 'longblob': 'binary',
    } -%}
    {%- set named = {
        'date': 'io.debezium.time.Date',
        'datetime': 'io.debezium.time.Timestamp',
        'smalldatetime': 'io.debezium.time.Timestamp',
        'datetime2': debezium._adapted('Timestamp', digits),
        'time': debezium._adapted('Time', digits),
        'datetimeoffset': 'io.debezium.time.ZonedTimestamp',
        'timestamp': 'io.debezium.time.ZonedTimestamp',
        'timestamptz': 'io.debezium.time.ZonedTimestamp',
    } -%}
    {%- if type in ['decimal', 'numeric', 'money', 'smallmoney'] -%}
        {%- set scale = column.scale or (4 if 'money' in type else 0) -%}
        {{ return(debezium._spark_column({
            'name': 'org.apache.kafka.connect.data.Decimal',
            'parameters': {'scale': scale, 'connect.decimal.precision': column.length or 38},
        })) }}
    {%- elif type in named -%}
        {%- set found = debezium._spark_column({'name': named[type]}) -%}
        {{ return(debezium._with_nanoseconds(found) if digits > 6 and 'timestamp' in found.data_type else found) }}
    {%- elif 'unsigned' in words and plain[type] in ['smallint', 'int'] -%}
        {{ return({'data_type': 'bigint' if plain[type] == 'int' else 'int'}) }}
    {%- endif -%}
    {{ return({'data_type': plain.get(type, 'string')}) }}
{%- endmacro %}
