{#- One schema as a Spark type, and what the decoding must know besides. -#}
{%- macro _spark_column(schema) -%}
    {%- set given = schema.parameters or {} -%}
    {%- if schema.name and debezium._is_semantic(schema.name) and not debezium._is_own_struct(schema) -%}
        {%- set types = debezium._semantic(schema.name).types -%}
        {%- set column = {'data_type': types[0], 'semantic_type': schema.name} -%}
        {%- if 'scale' in given -%}
            {%- set precision = given.get('connect.decimal.precision', 38) | int -%}
            {%- set scale = given.scale | int -%}
            {%- set fits = precision <= 38 and 0 <= scale <= precision -%}
            {%- do column.update(scale=scale, data_type='decimal(' ~ precision ~ ', ' ~ scale ~ ')' if fits else 'string') -%}
        {%- elif 'decimal(p,s)' in types and schema.type != 'bytes' -%}
            {%- do column.update(data_type='string', comment="A number of unknown precision: declare decimal(p, s) if you know it.") -%}
        {%- elif types[0] == 'string' and 'timestamp_ntz' in types -%}
            {%- do column.update(comment=debezium._nanoseconds_hint()) -%}
        {%- elif types[0].endswith('<...>') -%}
            {%- do column.update(debezium._literal_column(schema)) -%}
        {%- endif -%}
        {%- do column.update(length=given.length | int) if 'length' in given -%}
        {{ return(column) }}
    {%- endif -%}
    {{ return(debezium._literal_column(schema)) }}
{%- endmacro %}

{%- macro _literal_column(schema) -%}
    {%- set literals = {
        'int8': 'tinyint', 'int16': 'smallint', 'int32': 'int', 'int64': 'bigint',
        'float': 'float', 'float32': 'float', 'double': 'double', 'float64': 'double',
        'boolean': 'boolean', 'string': 'string', 'bytes': 'binary',
    } -%}
    {%- if schema.type == 'array' -%}
        {%- set items = debezium._spark_column(schema.get('items')) -%}
        {{ return(dict(items, data_type='array<' ~ items.data_type ~ '>')) }}
    {%- elif schema.type == 'map' -%}
        {%- set values = debezium._spark_column(schema.get('values')) -%}
        {{ return(dict(values, data_type='map<string, ' ~ values.data_type ~ '>')) }}
    {%- elif schema.type == 'struct' -%}
        {%- set types, fields = [], {} -%}
        {%- for field in schema.fields -%}
            {%- set column = debezium._spark_column(field) -%}
            {%- if debezium._needs_escape(field.field) -%}
                {{ return({'data_type': 'string'}) }}
            {%- endif -%}
            {%- set is_plain = modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', field.field) -%}
            {%- do types.append((field.field if is_plain else debezium._quote(field.field)) ~ ': ' ~ column.data_type) -%}
            {%- do fields.update({field.field: column}) if column | length > 1 -%}
        {%- endfor -%}
        {%- set column = {'data_type': 'struct<' ~ types | join(', ') ~ '>'} -%}
        {{ return(dict(column, fields=fields) if fields else column) }}
    {%- endif -%}
    {%- set source_type = (schema.parameters or {}).get('__debezium.source.column.type', '') -%}
    {%- if schema.type == 'int64' and modules.re.search(debezium._unsigned_pattern(), source_type) -%}
        {{ return({'data_type': 'decimal(20, 0)', 'unsigned': true}) }}
    {%- endif -%}
    {{ return({'data_type': literals.get(schema.type, 'string')}) }}
{%- endmacro %}

{%- macro _is_semantic(name) -%}
    {{ return(debezium._semantic_name(name) in debezium._semantic_types() | map('lower') | list) }}
{%- endmacro %}

{#- Whether a struct only has the name of a type whose values are none, such as an object `date` of an application's. -#}
{%- macro _is_own_struct(schema) -%}
    {%- set semantic = debezium._semantic(schema.name) -%}
    {{ return(schema.type == 'struct' and not semantic.parts and semantic.form not in ['nested', 'variable_decimal']) }}
{%- endmacro %}
