{#-
    What reads the field `name` of the type `own_type` in its message's own schema, where that is another type than the declared one and can
    be written so that the column reads it: the first word of the declared type; empty for a field that `_extra` keeps; else null.
-#}
{%- macro _conversion_target(columns) -%}
    {%- set names = {} -%}
    {%- for path, word in debezium._declared_types(columns).items() -%}
        {%- do names.setdefault(word, []).append(debezium._string_literal(path)) -%}
    {%- endfor -%}
    {%- set cases = [] -%}
    {%- for word, paths in names.items() -%}
        {%- set array = 'array of ' if word and word.startswith('array of ') else '' -%}
        {%- set goal = debezium._first_word(word) -%}
        {%- set convertible = debezium._convertible_types()[goal] if word else none -%}
        {%- do cases.append("when
    name in (
        " ~ paths | join(",
        ") ~ "
    )
    then " ~ ("if(
        own_type rlike '^" ~ array ~ "(" ~ convertible | join('|') ~ ")( |$)'" ~ ("
        and own_type <> '" ~ word ~ "'" if goal in convertible) ~ ",
        '" ~ goal ~ "',
        null
    )" if convertible else "null")) -%}
    {%- endfor -%}
    {%- do cases.append("when own_type rlike '^(" ~ debezium._convertible_types()[''] | join('|') ~ ")( |$)' then ''") -%}
    {{ return(debezium._case(cases)) }}
{%- endmacro %}

{#-
    How such a field is to be written: its own type with the parts of it, and what the column reads it as (`goal`). scale_or_unit: a
    decimal's scale, the length of bits, a time's units per second.
-#}
{%- macro _conversion(own_type, goal) -%}
    {{ return("struct(
    " ~ own_type ~ " as own_type,
    startswith(" ~ own_type ~ ", 'array of ') as is_array,
    split_part(replace(" ~ own_type ~ ", 'array of ', ''), ' ', 1) as sent_as,
    coalesce(
        try_cast(substring_index(" ~ own_type ~ ", ' ', -1) as bigint),
        map('ms', 1000L, 'us', 1000000L, 'ns', 1000000000L)[substring_index(" ~ own_type ~ ", ' ', -1)]
    ) as scale_or_unit,
    " ~ goal ~ " as read_as
)") }}
{%- endmacro %}

{#- The first word of a type, or of that of an array's values. -#}
{%- macro _first_word(type) -%}
    {{ return((type or '').replace('array of ', '').split(' ')[0]) }}
{%- endmacro %}

{#- The declared type of each field that a column reads; of several columns the first decides. -#}
{%- macro _declared_types(columns) -%}
    {%- set words = {} -%}
    {%- for column in columns if not column.text -%}
        {%- do words.setdefault(column.path, debezium._declared_type(column)) -%}
    {%- endfor -%}
    {{ return(words) }}
{%- endmacro %}

{#- By the first word of a declared type, the types that `_converted` writes so that it reads them. -#}
{%- macro _convertible_types() -%}
    {%- set numbers = ['decimal', 'integer', 'signed', 'unsigned', 'double', 'string'] -%}
    {%- set times = ['date', 'time', 'timestamp'] -%}
    {{ return({
        'decimal': numbers,
        'variable_decimal': numbers,
        'number': ['decimal', 'variable_decimal', 'unsigned', 'bits'],
        'unsigned': ['decimal', 'variable_decimal', 'signed', 'bits'],
        'string': ['decimal', 'variable_decimal', 'unsigned', 'bits'] + times,
        'bits': ['bits', 'boolean'],
        'date': times,
        'time': times,
        'timestamp': times,
        '': ['decimal', 'unsigned', 'bits'] + times,
    }) }}
{%- endmacro %}
