{#-
    The text of a source value as a Spark value; null where it does not fit. `parameters` are the schema's own
    ({scale, length}) and what the model declares of the column (encoding, nanoseconds, infinity, fields).
-#}
{%- macro decode(text, data_type, semantic_type=none, parameters={}) -%}
    {{ return(adapter.dispatch('decode', 'debezium')(text, data_type, semantic_type, parameters)) }}
{%- endmacro %}

{%- macro default__decode(text, data_type, semantic_type=none, parameters={}) -%}
    {%- set reading = debezium._reading(data_type, semantic_type, parameters) -%}
    {%- set forms = {
        'text': debezium._decode_text,
        'number': debezium._decode_number,
        'float': debezium._decode_float,
        'count': debezium._decode_count,
        'plain_decimal': debezium._decode_plain_decimal,
        'decimal': debezium._decode_decimal,
        'variable_decimal': debezium._decode_variable_decimal,
        'date': debezium._decode_date,
        'time': debezium._decode_time,
        'timestamp': debezium._decode_timestamp,
        'duration': debezium._decode_duration,
        'bits': debezium._decode_bits,
        'binary': debezium._decode_binary,
        'set': debezium._decode_set,
        'variant': debezium._decode_variant,
        'nested': debezium._decode_nested,
    } -%}
    {%- set parameters = dict(parameters, **reading) -%}
    {%- set iso = debezium._iso_text(text, reading, parameters) -%}
    {%- if parameters.unsigned and reading.form in ['text', 'number', 'float', 'plain_decimal'] -%}
        {{ return(debezium._with('number', debezium._unsigned(text), forms[reading.form]('number', reading.data_type, parameters))) }}
    {%- endif -%}
    {%- if iso == text -%}
        {{ return(forms[reading.form](text, reading.data_type, parameters) | trim) }}
    {%- endif -%}
    {{ return(debezium._with('iso', iso, forms[reading.form]('iso', reading.data_type, parameters))) }}
{%- endmacro %}

{#-
    How a column's text is read: {data_type, form, per_second, semantic_type, semantic_form, parts}. `form` names the macro
    that reads it, `semantic_form` the form that its semantic type has by itself, `parts` those of a struct.
-#}
{%- macro _reading(data_type, semantic_type, parameters) -%}
    {%- if '`' not in data_type -%}
        {%- set data_type = debezium._lower_type(data_type) | replace(', ', ',') | replace(',', ', ') -%}
    {%- endif -%}
    {%- if not semantic_type -%}
        {{ return({
            'data_type': data_type, 'form': debezium._form_of(data_type), 'per_second': 1000, 'semantic_type': none, 'semantic_form': none,
        }) }}
    {%- endif -%}
    {%- set argument = (parameters.name ~ "'s " if parameters.name else '') ~ 'semantic_type' -%}
    {%- set semantic = debezium._semantic(semantic_type, argument) -%}
    {%- set form = semantic.form -%}
    {%- if form != 'nested' and debezium._form_of(data_type) == 'nested' and data_type not in semantic.types -%}
        {%- set form = 'nested' -%}
    {%- elif not debezium._is_among(data_type, semantic.types) -%}
        {%- do debezium._error(
            'decode',
            argument ~ " " ~ semantic_type ~ " is read as " ~ semantic.types | join(', ') ~ ", not as " ~ data_type ~ ". Declare a type of the list",
            "    {" ~ "{ debezium.decode('text', '" ~ semantic.types[0] ~ "', '" ~ semantic_type ~ "') }" ~ "}"
        ) -%}
    {%- elif form == 'nested' -%}
        {%- set form, semantic_type = debezium._form_of(data_type), none -%}
    {%- elif data_type in ['int', 'bigint'] and form in ['date', 'time', 'timestamp'] -%}
        {%- set form = 'count' -%}
    {%- elif data_type in ['int', 'bigint'] and form != 'bits' -%}
        {%- set form = 'number' -%}
    {%- elif form == 'decimal' and parameters.encoding == 'number' -%}
        {%- set form = 'plain_decimal' -%}
    {%- endif -%}
    {{ return({
        'data_type': data_type, 'form': form, 'per_second': semantic.per_second, 'semantic_type': semantic_type, 'semantic_form': semantic.form,
        'parts': semantic.parts,
    }) }}
{%- endmacro %}

{#- How text is read where only its Spark type is known. -#}
{%- macro _form_of(data_type) -%}
    {%- set name = data_type.split('(')[0].split('<')[0] | trim -%}
    {{ return(debezium._forms_of_types().get(name, 'number')) }}
{%- endmacro %}

{%- macro _forms_of_types() -%}
    {{ return({
        'string': 'text',
        'decimal': 'plain_decimal', 'numeric': 'plain_decimal', 'dec': 'plain_decimal',
        'float': 'float', 'real': 'float', 'double': 'float',
        'date': 'date',
        'time': 'time',
        'timestamp': 'timestamp', 'timestamp_ltz': 'timestamp', 'timestamp_ntz': 'timestamp',
        'binary': 'binary',
        'variant': 'variant',
        'array': 'nested', 'map': 'nested', 'struct': 'nested',
    }) }}
{%- endmacro %}

{#- The names of Spark's types, as a `data_type` begins with them. -#}
{%- macro _type_names() -%}
    {{ return((debezium._forms_of_types() | list) + [
        'boolean', 'tinyint', 'byte', 'smallint', 'short', 'int', 'integer', 'bigint', 'long',
        'char', 'character', 'varchar', 'interval', 'void',
    ]) }}
{%- endmacro %}

{%- macro _decode_text(text, data_type, parameters) -%}
{{ text }}
{%- endmacro %}
