{#- The type of an image with such fields. -#}
{%- macro _typed_image_type(types) -%}
    {%- set fields = [] -%}
    {%- for path, type in types.items() -%}
        {%- do fields.append(debezium._escaped(debezium._quote(path), "'") ~ ': ' ~ type) -%}
    {%- endfor -%}
    {{ return("struct<
    " ~ fields | join(",\n    ") ~ "
>") }}
{%- endmacro %}

{#- How the columns of a relational row are read, {types: {field: JSON type}, columns: {name: {value, pattern} or {text}}, pattern}. -#}
{%- macro _typed_rows(columns) -%}
    {%- set types, found = {}, {} -%}
    {%- set readers = columns | rejectattr('text') | map(attribute='path') | list -%}
    {%- for column in columns if not column.text -%}
        {#- a field that several columns read is text, because its values may fit one and not the other -#}
        {%- set typed = debezium._typed_value(column) if readers.count(column.path) == 1 -%}
        {%- do found.update({column.name: typed or {'text': debezium._typed_field(column)}}) -%}
        {%- do types.update({column.path: typed.type if typed else 'string'}) -%}
    {%- endfor -%}
    {{ return({'types': types, 'columns': found, 'pattern': debezium._typed_pattern(columns, found)}) }}
{%- endmacro %}

{#-
    The pattern of the text of images with such fields. Each field is matched once (`(?>`), without a way back, so that neither time nor
    stack grow with the values.
-#}
{%- macro _typed_pattern(columns, found) -%}
    {%- set string = debezium._string_pattern() -%}
    {%- set patterns, fields, decimals = {}, [], [] -%}
    {%- for column in columns if debezium._is_decimal(column) -%}
        {%- do decimals.append(column.path) -%}
    {%- endfor -%}
    {%- for column in columns if not column.text -%}
        {%- set typed = found[column.name] -%}
        {%- set as_is = column.data_type == 'string' and not column.semantic_type -%}
        {%- set is_nested = '<' in column.data_type or column.data_type in ['string', 'variant'] or debezium._is_struct_of_parts(column)
            or (column.semantic_type and debezium._semantic(column.semantic_type).form == 'variable_decimal') -%}
        {%- set pattern = typed.pattern or (string if as_is or column.path in decimals else string ~ '|[\\w.+-]++' if not is_nested else debezium._nested_pattern()) -%}
        {%- do patterns.update({column.path: pattern ~ '|null'}) if column.path not in patterns or not as_is -%}
    {%- endfor -%}
    {%- for path, pattern in patterns.items() -%}
        {%- do fields.append('(?>' ~ (',' if not loop.first) ~ debezium._name_pattern(path) ~ ':(?:' ~ pattern ~ '))') -%}
    {%- endfor -%}
    {{ return('(?x)^(?:(\\{"before":(?!null,"after":null)(?:(?:null|\\{
    ' ~ fields | join('\n    ') ~ '
\\})(?:,"after":)?+){2}+),"source":\\{)?+') }}
{%- endmacro %}

{#- A field's name in JSON, which has letters beyond ASCII as they are; Java reads `\u` as the letter. -#}
{%- macro _name_pattern(name) -%}
    {{ return(modules.re.escape(tojson(name)) | replace('\\\\u', '\\u')) }}
{%- endmacro %}

{#- A JSON value with no more than `depth` objects or arrays in each other, whose brackets need not fit: the parser reads them. -#}
{%- macro _nested_pattern(depth=1) -%}
    {%- set parts = ['[^"\\[\\]{}]++', debezium._string_pattern()] -%}
    {%- set found = namespace(pattern='') -%}
    {%- for _ in range(depth) -%}
        {%- set found.pattern = '[\\[{](?:' ~ (parts + ([found.pattern] if found.pattern else [])) | join('
        |') ~ ')*+[\\]}]' -%}
    {%- endfor -%}
    {{ return('
        ' ~ debezium._string_pattern() ~ '
        |[\\w.+-]++
        |' ~ found.pattern ~ '
    ') }}
{%- endmacro %}
