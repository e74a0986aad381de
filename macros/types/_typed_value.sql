{#-
    A column's value where its field is a JSON number or boolean: {type: what the field is parsed as, value, pattern: the regular
    expression of the texts that are read so, all of which fit}; none for what is read from text.
-#}
{%- macro _typed_value(column) -%}
    {%- set reading = {} if column.mask or column.text or column.unsigned
        else debezium._reading(column.data_type, column.semantic_type, column) -%}
    {%- set type, form, field = reading.data_type, reading.form, debezium._typed_field(column) -%}
    {%- set counted = debezium._count_type(debezium._semantic(reading.semantic_type)) if reading.semantic_type else none -%}
    {%- set whole = debezium._whole_patterns() -%}
    {%- set value = none -%}
    {%- if form in ['number', 'count'] and type == 'boolean' -%}
        {%- set value = {'type': type, 'value': field, 'pattern': 'true|false'} -%}
    {%- elif form in ['number', 'count'] and type in ['int', 'integer', 'bigint', 'long'] -%}
        {%- set json_type = {'integer': 'int', 'long': 'bigint'}.get(type, type) -%}
        {%- set value = {'type': json_type, 'value': field, 'pattern': whole[json_type]} -%}
    {%- elif form == 'number' and type in whole -%}
        {%- set value = {'type': 'int', 'value': "cast(" ~ field ~ " as " ~ type ~ ")", 'pattern': whole[type]} -%}
    {%- elif form == 'float' and type == 'double' -%}
        {%- set value = {'type': type, 'value': field, 'pattern': debezium._double_pattern()} -%}
    {%- elif form == 'date' and type == 'date' and counted -%}
        {%- set value = {
            'type': 'int',
            'value': "date_from_unix_date(" ~ field ~ ")",
            'pattern': debezium._shorter_than(2932896, 719162),
        } -%}
    {%- elif form == 'timestamp' and type != 'string' and counted and reading.per_second < 1000000000 -%}
        {%- set of_second = reading.per_second -%}
        {%- set value = {
            'type': 'bigint',
            'value': debezium._clock_at('millisecond' if of_second == 1000 else 'microsecond', field) if type == 'timestamp_ntz'
                else "timestamp_" ~ ('millis' if of_second == 1000 else 'micros') ~ "(" ~ field ~ ")",
            'pattern': debezium._shorter_than(253402300799 * of_second, 62135596800 * of_second),
        } -%}
    {%- endif -%}
    {{ return(value) }}
{%- endmacro %}

{#- Whether a column's field is a struct of the parts of a date or time. -#}
{%- macro _is_struct_of_parts(column) -%}
    {{ return(column.semantic_type and not column.mask and debezium._semantic(column.semantic_type).parts) }}
{%- endmacro %}

{#- Whole numbers that fit a type, {type: pattern}, the longer ones first: the pattern does not go back. A few more would fit. -#}
{%- macro _whole_patterns() -%}
    {%- set tiny, small = '-?(?:1[01]\\d|\\d{1,2})', '-?(?:[12]\\d{4}|\\d{1,4})' -%}
    {{ return({
        'tinyint': tiny,
        'byte': tiny,
        'smallint': small,
        'short': small,
        'int': '-?(?:1\\d{9}|\\d{1,9})',
        'bigint': '-?(?:[1-8]\\d{18}|\\d{1,18})',
    }) }}
{%- endmacro %}

{#- Whole numbers with fewer digits than the greatest one, and the negative ones than the least. -#}
{%- macro _shorter_than(greatest, least) -%}
    {{ return('\\d{1,' ~ (greatest | string | length - 1) ~ '}|-\\d{1,' ~ (least | string | length - 1) ~ '}') }}
{%- endmacro %}

{#- Numbers with a fraction that every reader takes for the same double. -#}
{%- macro _double_pattern() -%}
    {{ return('-?\\d{1,15}(?:\\.\\d{1,17})?(?:[eE][+-]?\\d{1,2})?') }}
{%- endmacro %}

{#- A JSON string, matched without a way back. -#}
{%- macro _string_pattern() -%}
    {{ return('"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"') }}
{%- endmacro %}

{#- The field of a column in an image that was parsed with types. -#}
{%- macro _typed_field(column) -%}
    {{ return('_typed_image.' ~ debezium._quote(column.path)) }}
{%- endmacro %}
