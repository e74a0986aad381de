{#-
    The fields of a table from Connect schemas, oldest first: the newest decides, and fields of older ones
    come last. A later column gave its default to the rows before it. A field is {name, data_type,
    semantic_type, scale, length, unsigned, fields, default, comment}. Messages without these schemas
    (`exported`) do not show which type their values have. is_payload: the schemas are an application's own.
-#}
{%- macro _schema_fields(schemas, exported=false, is_payload=false, is_row=false) -%}
    {%- set fields, newest = {}, {} -%}
    {%- for schema in schemas -%}
        {%- set is_first = loop.first -%}
        {%- do newest.clear() -%}
        {%- for field in (schema.fields or [] if is_payload else debezium._row_schema(schema, is_row)) -%}
            {%- set column = debezium._spark_column(field) -%}
            {%- set found = dict(debezium._payload_column(column) if is_payload else column, name=field.field) -%}
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
            {%- do newest.update({field.field: found}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set result = newest.values() | list -%}
    {%- for name, field in fields.items() if name not in newest -%}
        {%- do result.append(dict(field, comment="Not in the newest schema.")) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#-
    The row's fields in a schema: under `after` (CDL: `data`) of an envelope, otherwise the schema's own: a row that was
    unwrapped may have columns of these names. The names of schemas are not used.
-#}
{%- macro _row_schema(schema, is_row=false) -%}
    {%- for image in ([] if is_row else ['after', 'data', 'before']) -%}
        {%- for field in schema.fields or [] if field.field == image and field.type == 'struct' -%}
            {{ return(field.fields) }}
        {%- endfor -%}
    {%- endfor -%}
    {%- set fields = [] -%}
    {%- for field in schema.fields or [] if not field.field.startswith('__') -%}
        {%- do fields.append(field) -%}
    {%- endfor -%}
    {{ return(fields if is_row or 'op' not in fields | map(attribute='field') else []) }}
{%- endmacro %}

{#-
    A column of an application's own schema. The outbox router makes one of each payload, whose numbers and objects show no more than
    themselves: the next number may be longer, and of an object that has other members a struct would lose them.
-#}
{%- macro _payload_column(column) -%}
    {%- if 'struct<' in column.data_type -%}
        {{ return({'data_type': 'string'}) }}
    {%- endif -%}
    {{ return(dict(column, data_type=modules.re.sub('\\bint(?=>|$)', 'bigint', column.data_type))) }}
{%- endmacro %}
