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

{#-
    The pattern of the text of images with such fields. Each field is matched once (`(?>`), without a way back, so that neither time nor
    stack grow with the values.
-#}
{%- macro _typed_pattern(columns, types) -%}
    {%- set string = '"(?:[^"\\\\]++|\\\\.)*+"' -%}
    {%- set patterns, fields = {}, [] -%}
    {%- for column in columns if not column.text -%}
        {%- set typed = debezium._typed_value(column, types) -%}
        {%- set as_is = column.data_type == 'string' and not column.semantic_type -%}
        {%- set is_nested = '<' in column.data_type or column.data_type in ['string', 'variant'] -%}
        {%- set pattern = typed.pattern ~ '|null' if typed else string ~ '|null' if as_is else string ~ '|[\\w.+-]++' if not is_nested
            else '
        ' ~ string ~ '
        |[\\w.+-]++
        |[\\[{](?:[^"\\[\\]{}]++|' ~ string ~ ')*+[\\]}]
    ' -%}
        {%- do patterns.update({column.path: pattern}) if column.path not in patterns or not as_is -%}
    {%- endfor -%}
    {%- for path, pattern in patterns.items() -%}
        {#- JSON writes letters beyond ASCII as they are, Java reads `\u` as the letter -#}
        {%- set name = modules.re.escape(tojson(path)) | replace('\\\\u', '\\u') -%}
        {%- do fields.append('(?>' ~ (',' if not loop.first) ~ name ~ ':(?:' ~ pattern ~ '))') -%}
    {%- endfor -%}
    {{ return('(?x)^(?:(\\{"before":(?!null,"after":null)(?:(?:null|\\{
    ' ~ fields | join('\n    ') ~ '
\\})(?:,"after":)?+){2}+),"source":\\{)?+') }}
{%- endmacro %}
