{#- What is known of a source table that models are to be written for: what its rows show, its columns and its name. -#}
{%- macro _described(macro, relation, told, example) -%}
    {%- if not execute -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set found = debezium._landing_relation(macro, relation, example) -%}
    {{ return(debezium._table_described(macro, found, debezium._one_table(macro, found, told, example), told, example)) }}
{%- endmacro %}

{%- macro _landing_relation(macro, relation, example) -%}
    {%- set parts = relation.split('.') -%}
    {%- set found = adapter.get_relation(none, parts[-2] if parts | length > 1 else target.schema, parts[-1]) -%}
    {%- if not found -%}
        {%- do debezium._error(macro, "there is no table " ~ relation, example) -%}
    {%- endif -%}
    {{ return(found) }}
{%- endmacro %}

{%- macro _table_described(macro, relation, table, told, example) -%}
    {%- set seen = debezium._observed(macro, relation, table, told, example) -%}
    {%- if seen.layout in ['struct', 'flattened'] -%}
        {%- set fields = debezium._landed_fields(relation, seen.layout) -%}
    {%- elif told.schemas -%}
        {%- set fields = debezium._schema_fields(debezium._exported_schemas(told.schemas, seen.topics)) -%}
    {%- else -%}
        {%- set fields = debezium._schema_fields(debezium._embedded_schemas(seen)) if seen.connector != 'mongodb' else [] -%}
    {%- endif -%}
    {%- if not fields and told.schema_changes -%}
        {%- set fields = debezium._changed_fields(told.schema_changes, seen.table, seen.connector) -%}
    {%- endif -%}
    {%- set fields = fields or debezium._sampled_fields(seen) -%}
    {%- if not fields -%}
        {%- do debezium._error(macro, "nothing tells the columns of " ~ (seen.topics | join(', ') or seen.table) ~ ": no schema and no image", example) -%}
    {%- endif -%}
    {%- if seen.layout not in ['struct', 'flattened'] -%}
        {%- set fields = debezium._with_numbers(seen, fields) -%}
    {%- endif -%}
    {%- set columns = debezium._generated_columns(debezium._storable(fields, relation), seen.key) -%}
    {%- set key = [] -%}
    {%- for name in seen.key -%}
        {%- set named = columns | selectattr('source', 'equalto', name) | list -%}
        {%- if not named -%}
            {%- do debezium._error(
                macro, "the key column " ~ name ~ " is none of the fields: " ~ columns | map(attribute='source') | join(', '), example
            ) -%}
        {%- endif -%}
        {%- do key.append(named[0].name) -%}
    {%- endfor -%}
    {%- set name = told.name or seen.connector ~ '__' ~ debezium._plain_name(seen.table) -%}
    {%- set exact_numbers = fields | selectattr('encoding', 'defined') | list | length > 0 -%}
    {{ return(dict(seen, columns=columns, key=key, name=name, exact_numbers=exact_numbers, reads=debezium._source_call(relation))) }}
{%- endmacro %}

{#- The fields as the format of the landing table has them too: Hudi knows no time without a zone, and plain names alone. -#}
{%- macro _storable(fields, relation) -%}
    {%- if debezium._provider(relation) == 'hudi' -%}
        {%- for field in fields -%}
            {%- set plain = modules.re.sub('[^A-Za-z0-9_]|^(?=[0-9])', '_', field.name) -%}
            {%- do field.update(
                name=plain, path=field.path or field.name, data_type=field.data_type | replace('timestamp_ntz', 'timestamp')
            ) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(fields) }}
{%- endmacro %}

{%- macro _plain_name(name) -%}
    {{ return(modules.re.sub('[^a-z0-9]+', '_', name | lower).strip('_')) }}
{%- endmacro %}

{#- The fields of a landing table whose columns are typed: those of the image, or its own. -#}
{%- macro _landed_fields(relation, layout) -%}
    {%- set fields = [] -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- if layout == 'struct' and column.name == 'after' -%}
            {%- for name, type in debezium._inner_types(column.dtype | replace(',', ', ') | replace(':', ': ')).items() -%}
                {%- do fields.append({'name': name, 'data_type': type}) -%}
            {%- endfor -%}
        {%- elif layout == 'flattened' and not column.name.startswith('__') -%}
            {%- do fields.append({'name': column.name, 'data_type': column.dtype}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(fields) }}
{%- endmacro %}

{%- macro _source_call(relation) -%}
    {{ return("source(" ~ debezium._texts([relation.schema, relation.identifier]) ~ ")") }}
{%- endmacro %}
