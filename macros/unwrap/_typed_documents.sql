{#-
    A document whose text shows the declared fields in their order, any of them left out, in the forms in which MongoDB writes values of
    their types, is parsed with these types. Any other is parsed as text by field name.
-#}

{#- How the columns of a document are read, as `_typed_rows` gives it. The parser finds a comma that is missing or too many. -#}
{%- macro _typed_documents(columns) -%}
    {%- set types, found, patterns = {}, {}, {} -%}
    {%- for column in columns if not column.text -%}
        {%- set field = column.path.split('.')[0] -%}
        {%- set typed = debezium._document_value(column) -%}
        {%- if field in types -%}
            {%- do types.update({field: 'string'}) -%}
            {%- do patterns.update({field: debezium._nested_pattern(3)}) -%}
            {%- for other in columns if not other.text and other.path.split('.')[0] == field -%}
                {%- do found.update({other.name: {'text': debezium._document_text(other)}}) -%}
            {%- endfor -%}
        {%- else -%}
            {%- do types.update({field: typed.type or 'string'}) -%}
            {%- do patterns.update({field: typed.pattern or debezium._nested_pattern(3)}) -%}
            {%- do found.update({column.name: typed}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set fields = [] -%}
    {%- for field, pattern in patterns.items() -%}
        {%- do fields.append('(?>,?+' ~ debezium._name_pattern(field) ~ ':\\s?+(?:' ~ pattern | indent ~ '|null))?+') -%}
    {%- endfor -%}
    {{ return({'types': types, 'columns': found, 'pattern': '(?x)^\\{
    ' ~ fields | join('\n    ') ~ '
\\}$'}) }}
{%- endmacro %}

{#- The connector, whose documents are read as text where a row is not ordinary. -#}
{%- macro _with_typed_documents(connector) -%}
    {%- set read = {} -%}
    {%- for name in ['image', 'key'] -%}
        {%- do read.update({name: "if(
    _is_ordinary,
    null,
    " ~ connector[name] | indent ~ "
)"}) -%}
    {%- endfor -%}
    {{ return(dict(connector, typed_document=true, is_typed=["_patch is null", "not _has_bad_position"], **read)) }}
{%- endmacro %}

{#- The image of an event with types, {name: expression}. -#}
{%- macro _typed_document(typed) -%}
    {{ return({
        '_document_text': "if(_op = 'd', _before, _after)",
        '_typed_document': "if(
    _document_text rlike r'" ~ typed.pattern | indent ~ "',
    " ~ debezium._from_json(
            "concat('{\"document\": ', _document_text, '}')",
            "'struct<
    document: " ~ debezium._typed_image_type(typed.types) | indent ~ ",
    malformed: string
>'",
            false,
            "map('columnNameOfCorruptRecord', 'malformed')"
        ) | indent ~ ",
    null
)",
        '_typed_image': "if(_typed_document.malformed is null, _typed_document.document, null)",
    }) }}
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
