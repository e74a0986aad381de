{#-
    As `_typed_value`, of a field of a document in the form in which MongoDB writes values of the column's type; {text} for what is
    read from text.
-#}
{%- macro _document_value(column) -%}
    {%- set field, type = debezium._typed_field(column), column.data_type | replace(' ', '') -%}
    {%- set plain = debezium._typed_value(column) -%}
    {%- set digits = modules.re.match('decimal\\((\\d+),(\\d+)\\)$', type) -%}
    {%- if column.semantic_type or '.' in column.path -%}
        {{ return({'text': debezium._column_in_document(column)}) }}
    {%- elif plain and plain.type == 'bigint' -%}
        {{ return({
            'type': 'string',
            'value': "cast(
    " ~ debezium._plain_or_wrapped(field) | indent ~ "
    as bigint
)",
            'pattern': '
    ' ~ plain.pattern ~ '
    |\\{"\\$numberLong":\\s?+"' ~ plain.pattern ~ '"\\}
    ',
        }) }}
    {%- elif plain -%}
        {{ return(plain) }}
    {%- elif type in ['timestamp', 'timestamp_ntz'] -%}
        {%- set millis = field ~ ".`$date`" -%}
        {{ return({
            'type': 'struct<`$date`: bigint>',
            'value': "timestamp_millis(" ~ millis ~ ")" if type == 'timestamp' else debezium._clock_at('millisecond', millis),
            'pattern': '\\{"\\$date":\\s?+(?:' ~ debezium._shorter_than(253402300799000, 62135596800000) ~ ')\\}',
        }) }}
    {%- elif digits and digits.group(1) | int > digits.group(2) | int -%}
        {%- set before, after = digits.group(1) | int - digits.group(2) | int, digits.group(2) | int -%}
        {%- set number = '-?\\d{1,' ~ before ~ '}' ~ ('(?:\\.\\d{1,' ~ after ~ '})?' if after) -%}
        {{ return({
            'type': 'struct<`$numberDecimal`: string>',
            'value': "cast(" ~ field ~ ".`$numberDecimal` as " ~ column.data_type ~ ")",
            'pattern': '\\{"\\$numberDecimal":\\s?+"' ~ number ~ '"\\}',
        }) }}
    {%- elif type == 'string' -%}
        {#- a string that begins with a brace may be Extended JSON -#}
        {{ return({
            'text': debezium._plain_or_wrapped(field),
            'pattern': '
    "(?![{\\\\])' ~ debezium._string_pattern()[1:] ~ '
    |\\{"\\$oid":\\s?+"[0-9a-f]{24}"\\}
    ',
        }) }}
    {%- endif -%}
    {{ return({'text': debezium._column_in_document(column)}) }}
{%- endmacro %}

{#- The text of a field that is a plain value, or an object of one string, such as {"$oid": ".."}: its fourth part between quotes. -#}
{%- macro _plain_or_wrapped(field) -%}
    {{ return(debezium._if("startswith(" ~ field ~ ", '{')", "split_part(" ~ field ~ ", '\"', 4)", field)) }}
{%- endmacro %}

{#- The text of a column in a document whose fields were parsed as text each, as `_field_text` finds it in a map of them. -#}
{%- macro _column_in_document(column) -%}
    {%- set names = column.path.split('.') -%}
    {{ return(debezium._text_in_document(
        debezium._decode_scalar('_typed_image.' ~ debezium._quote(names[0])), names[1:], column
    )) }}
{%- endmacro %}
