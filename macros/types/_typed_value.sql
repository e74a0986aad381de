{#-
    A column's value where its field was parsed as a JSON number or boolean: {type: what it is parsed as, value, fits: when the
    value can be had, where that is not always}; none for what is read from text.
-#}
{%- macro _typed_value(column, types=none) -%}
    {%- set reading = {} if column.mask or column.text or column.unsigned
        else debezium._reading(column.data_type, column.semantic_type, column) -%}
    {%- set type, form, field = reading.data_type, reading.form, debezium._typed_field(column) -%}
    {%- set counted = debezium._counted_as(debezium._semantic(reading.semantic_type)) if reading.semantic_type else none -%}
    {%- set whole = {'tinyint': 7, 'byte': 7, 'smallint': 15, 'short': 15} -%}
    {%- set value = none -%}
    {%- if form in ['number', 'count'] and type in ['boolean', 'int', 'integer', 'bigint', 'long'] -%}
        {%- set value = {'type': {'integer': 'int', 'long': 'bigint'}.get(type, type), 'value': field} -%}
    {%- elif form == 'number' and type in whole -%}
        {%- set limit = 2 ** whole[type] -%}
        {%- set value = {'type': 'int', 'value': "cast(" ~ field ~ " as " ~ type ~ ")", 'fits': field ~ " between " ~ -limit ~ " and " ~ (limit - 1)} -%}
    {%- elif form == 'float' and type == 'double' -%}
        {%- set value = {'type': 'double', 'value': field, 'fits': "abs(" ~ field ~ ") < double('Infinity')"} -%}
    {%- elif form == 'date' and type == 'date' and counted -%}
        {%- set value = {'type': 'int', 'value': "date_from_unix_date(" ~ field ~ ")", 'fits': field ~ " between -719162 and 2932896"} -%}
    {%- elif form == 'timestamp' and type != 'string' and counted and reading.per_second < 1000000000 -%}
        {%- set of_second = reading.per_second -%}
        {%- set value = {
            'type': 'bigint',
            'value': "timestampadd(" ~ ('millisecond' if of_second == 1000 else 'microsecond') ~ ", " ~ field ~ ", timestamp_ntz '1970-01-01 00:00:00')"
                if type == 'timestamp_ntz' else "timestamp_" ~ ('millis' if of_second == 1000 else 'micros') ~ "(" ~ field ~ ")",
            'fits': field ~ " between " ~ -62135596800 * of_second ~ " and " ~ (253402300800 * of_second - 1),
        } -%}
    {%- endif -%}
    {{ return(value if value and (types is none or types[column.path] == value.type) else none) }}
{%- endmacro %}

{#- The JSON types as which the fields of the columns are parsed, {path: type}: a field that columns read in different ways, as text. -#}
{%- macro _json_types(columns) -%}
    {%- set types = {} -%}
    {%- for column in columns if not column.text -%}
        {%- set type = (debezium._typed_value(column) or {'type': 'string'}).type -%}
        {%- do types.update({column.path: type if types.get(column.path, type) == type else 'string'}) -%}
    {%- endfor -%}
    {{ return(types) }}
{%- endmacro %}

{#- The field of a column in an image that was parsed with types. -#}
{%- macro _typed_field(column) -%}
    {{ return('_typed_image.' ~ debezium._quote(column.path)) }}
{%- endmacro %}
