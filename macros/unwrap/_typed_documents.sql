{#-
    A document whose text shows the declared fields in their order, any of them left out, in the forms in which MongoDB writes values of
    their types, is parsed with these types. Any other is parsed as text by field name.
-#}

{#- How the columns of a document are read, as `_typed_rows` gives it. The parser finds a comma that is missing or too many. -#}
{%- macro _typed_documents(columns) -%}
    {%- set types, found, patterns, readers = {}, {}, {}, [] -%}
    {%- for column in columns if not column.text -%}
        {%- do readers.append(column.path.split('.')[0]) -%}
    {%- endfor -%}
    {%- for column in columns if not column.text -%}
        {%- set field = column.path.split('.')[0] -%}
        {#- a field that several columns read is text -#}
        {%- set typed = debezium._document_value(column) if readers.count(field) == 1 else {'text': debezium._column_in_document(column)} -%}
        {%- do found.update({column.name: typed}) -%}
        {%- do types.update({field: typed.type or 'string'}) -%}
        {%- do patterns.update({field: typed.pattern or debezium._nested_pattern(3)}) -%}
    {%- endfor -%}
    {%- set fields = [] -%}
    {%- for field, pattern in patterns.items() -%}
        {%- do fields.append('(?>,?+' ~ debezium._name_pattern(field) ~ ':\\s?+(?:' ~ pattern | indent ~ '|null))?+') -%}
    {%- endfor -%}
    {{ return({'types': types, 'columns': found, 'pattern': '(?x)^\\{
    ' ~ fields | join('\n    ') ~ '
\\}$'}) }}
{%- endmacro %}

{#- The connector, whose documents are read with types, and as text where a row is not ordinary. -#}
{%- macro _with_typed_documents(connector, typed) -%}
    {%- set read = {} -%}
    {%- for name in ['image', 'key'] -%}
        {%- do read.update({name: debezium._if('_is_ordinary', 'null', connector[name])}) -%}
    {%- endfor -%}
    {%- set typed_image = {
        '_document_text': "if(_op = 'd', _before, _after)",
        '_typed_document': debezium._if("_document_text rlike r'" ~ typed.pattern ~ "'", debezium._from_json(
            "concat('{\"document\": ', _document_text, '}')",
            "'struct<
    document: " ~ debezium._typed_image_type(typed.types) | indent ~ ",
    malformed: string
>'",
            false,
            "map('columnNameOfCorruptRecord', 'malformed')"
        )),
        '_typed_image': "if(_typed_document.malformed is null, _typed_document.document, null)",
    } -%}
    {{ return(dict(connector, typed_image=typed_image, is_typed=["_patch is null", "not _has_bad_position"], **read)) }}
{%- endmacro %}

{#- The conditions of a document whose key is its first field, as MongoDB stores it, and no other text. -#}
{%- macro _is_key_of_document(columns, key) -%}
    {%- set conditions = [] -%}
    {%- for column in debezium._key_columns(columns, key) -%}
        {%- do conditions.append("_typed_image." ~ debezium._quote(column.path.split('.')[0]) ~ " is not null") -%}
        {%- if column.path == '_id' -%}
            {%- do conditions.append("(
        _document_id is null
        or startswith(_document_text, '{\"_id\": ' || _document_id || ',')
        or startswith(_document_text, '{\"_id\":' || _document_id || ',')
    )") -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}
