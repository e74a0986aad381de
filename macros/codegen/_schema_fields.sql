{#-
    The fields of a table from Connect schemas, oldest first: the newest has the say, what only older ones have comes
    behind. A column that came later gave the rows before it its default. Every field is {name, data_type, semantic_type, scale,
    length, unsigned, fields, default, comment}. Messages that do not carry these schemas (`exported`) do not say which type
    their values have.
-#}
{%- macro _schema_fields(schemas, exported=false) -%}
    {%- set fields = {} -%}
    {%- set newest = [] -%}
    {%- for schema in schemas -%}
        {%- set is_first = loop.first -%}
        {%- do newest.clear() -%}
        {%- for field in debezium._row_schema(schema) -%}
            {%- set found = dict(debezium._spark_column(field), name=field.field) -%}
            {%- set before = fields.get(field.field) -%}
            {%- if not before and not is_first and field.default is defined and field.default is not none -%}
                {%- do found.update(default=field.default if field.default is string else tojson(field.default)) -%}
            {%- elif before and before.default is defined and before.data_type == found.data_type -%}
                {%- do found.update(default=before.default) -%}
            {%- endif -%}
            {%- set is_other = before and exported and debezium._is_other_type(before, found) -%}
            {%- do found.update(debezium._wide_enough(before, found)) if before -%}
            {%- if is_other -%}
                {%- do found.update(comment="CHECK: was " ~ debezium._declared_type(before) ~ " in an older schema. " ~ debezium._older_types_hint()) -%}
            {%- elif before and before.data_type != found.data_type -%}
                {%- do found.update(comment="Was " ~ before.data_type ~ " in an older schema.") -%}
            {%- elif before and before.comment -%}
                {%- do found.update(comment=before.comment) -%}
            {%- endif -%}
            {%- do fields.update({field.field: found}) -%}
            {%- do newest.append(field.field) if field.field not in newest -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for name in newest -%}
        {%- do result.append(fields[name]) -%}
    {%- endfor -%}
    {%- for name, field in fields.items() if name not in newest -%}
        {%- do result.append(dict(field, comment="Not in the newest schema.")) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#- The row's fields in a schema: under `after` (CDL: `data`) of an envelope, else the schema's own; names of schemas tell nothing. -#}
{%- macro _row_schema(schema) -%}
    {%- for image in ['after', 'data', 'before'] -%}
        {%- for field in schema.fields or [] if field.field == image and field.type == 'struct' -%}
            {{ return(field.fields) }}
        {%- endfor -%}
    {%- endfor -%}
    {%- set fields = [] -%}
    {%- for field in schema.fields or [] if not field.field.startswith('__') -%}
        {%- do fields.append(field) -%}
    {%- endfor -%}
    {{ return(fields if 'op' not in fields | map(attribute='field') else []) }}
{%- endmacro %}

{#- One schema as a Spark type, and what the decoding must know besides. -#}
{%- macro _spark_column(schema) -%}
    {%- set given = schema.parameters or {} -%}
    {%- if schema.name and debezium._is_semantic(schema.name) -%}
        {%- set types = debezium._semantic(schema.name).types -%}
        {%- set column = {'data_type': types[0], 'semantic_type': schema.name} -%}
        {%- if 'scale' in given -%}
            {%- set precision = given.get('connect.decimal.precision', 38) | int -%}
            {%- set scale = given.scale | int -%}
            {%- set fits = precision <= 38 and 0 <= scale <= precision -%}
            {%- do column.update(scale=scale, data_type='decimal(' ~ precision ~ ', ' ~ scale ~ ')' if fits else 'string') -%}
        {%- elif 'decimal(p,s)' in types and schema.type != 'bytes' -%}
            {%- do column.update(data_type='string', comment="A number whose precision is not told: decimal(p, s) where you know it.") -%}
        {%- elif types[0].endswith('<...>') -%}
            {%- do column.update(debezium._literal_column(schema)) -%}
        {%- endif -%}
        {%- if 'length' in given -%}
            {%- do column.update(length=given.length | int) -%}
        {%- endif -%}
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
        {%- set types = [] -%}
        {%- set fields = {} -%}
        {%- for field in schema.fields -%}
            {%- set column = debezium._spark_column(field) -%}
            {%- if debezium._is_unruly(field.field) -%}
                {{ return({'data_type': 'string'}) }}
            {%- endif -%}
            {%- set is_plain = modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', field.field) -%}
            {%- do types.append((field.field if is_plain else debezium._quote(field.field)) ~ ': ' ~ column.data_type) -%}
            {%- if column | length > 1 -%}
                {%- do fields.update({field.field: column}) -%}
            {%- endif -%}
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
    {{ return(name.split('.')[-1] | lower in debezium._semantic_types() | map('lower') | list) }}
{%- endmacro %}
