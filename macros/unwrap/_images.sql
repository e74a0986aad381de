{#- An image, in the transform's form if it is a document and options request one. -#}
{%- macro _image_as_configured(image, document, layout, connector, options) -%}
    {%- if connector.extended_json and (options.delimiter is not none or options.array_encoding == 'document') -%}
        {%- do debezium._require_function('unwrap', 'debezium_document') -%}
        {{ return("from_json(
    " ~ debezium._smt_value(layout, connector, options, 'extended', document) | indent ~ ",
    'map<string, string>'
)") }}
    {%- endif -%}
    {{ return(image) }}
{%- endmacro %}

{#- An image as text by field name; the scalars of a document decoded, placeholders for values left out. -#}
{%- macro _as_texts(image, layout, connector) -%}
    {%- set texts = debezium._struct_as_map(image, connector.exact_numbers) if layout.structs else image -%}
    {%- if connector.extended_json -%}
        {{ return(debezium._decode_scalars(texts)) }}
    {%- elif connector.placeholders -%}
        {%- set filtered = "map_filter(
    " ~ texts | indent ~ ",
    (name, text) -> text is null or not array_contains(_placeholders, text)
)" -%}
        {#- Most images have none, and maps are filtered slowly. -#}
        {{ return(filtered if layout.structs else debezium._if("arrays_overlap(map_values(" ~ texts ~ "), _placeholders)", filtered, texts)) }}
    {%- endif -%}
    {{ return(texts) }}
{%- endmacro %}

{#-
    One field of an image: a struct's by path, a document's by name and, below that, by JSON path, a flattened row's by its
    name or else as a document's. A field that is not there, for the row was written before its table had the column, has the
    column's `default`; null stays null.
-#}
{%- macro _field_text(texts, column, layout, connector, places=[]) -%}
    {%- set path, names = column.path, column.path.split('.') -%}
    {%- if layout.structs and not connector.placeholders -%}
        {#- Bytes, nested values and times have no text of their own: their cast would be another, or the session's time zone's. -#}
        {%- set value = texts | replace('_texts', '_image') ~ "." ~ debezium._quote(path) -%}
        {{ return(debezium._if(
            "typeof(" ~ value ~ ") rlike '^(string|boolean|[a-z]*int|float|double|decimal.*)$'",
            "cast(" ~ value ~ " as string)", texts ~ "[" ~ debezium._string_literal(path) ~ "]"
        )) }}
    {%- elif not connector.extended_json -%}
        {%- set text = debezium._text_of(texts, debezium._string_literal(path), places) -%}
        {%- if connector.is_flattened and names | length > 1 -%}
            {%- set nested = debezium._json_at(debezium._text_of(texts, debezium._string_literal(names[0])), names[1:]) -%}
            {%- set text = debezium._if("map_contains_key(" ~ texts ~ ", " ~ debezium._string_literal(path) ~ ")", text, nested) -%}
        {%- endif -%}
        {%- set images = {'_texts': debezium._given_image(connector), '_old_texts': '_old_image'} -%}
        {%- set image = images.get(texts) -%}
        {{ return(text if column.default is not defined or not image
            else "if(not " ~ debezium._contains(image, debezium._field_names(column, connector)) ~ ", " ~ debezium._string_literal(column.default) ~ ", " ~ text ~ ")") }}
    {%- endif -%}
    {{ return(debezium._text_in_document(debezium._text_of(texts, debezium._string_literal(names[0]), places), names[1:], column)) }}
{%- endmacro %}

{#-
    The text of a Decimal, which is base64 in JSON, or a number (`decimal.format=NUMERIC`): then as `_decode_decimal` reads one.
    "1234" could be either: in the message, base64 is in quotes.
-#}
{%- macro _column_text(texts, column, layout, connector, places=[]) -%}
    {%- set text = debezium._field_text(texts, column, layout, connector, places) -%}
    {%- set message = '_raw_key' if texts == '_key_texts' else '_raw' -%}
    {#- below the top of a flattened row, the value comes after the last name, a bracket or a comma -#}
    {%- set before, last = [debezium._name_pattern(column.path) ~ '\\s*:'], column.path.split('.')[-1] -%}
    {%- do before.append('[\\[,]' if last.isdigit() else debezium._name_pattern(last) ~ '\\s*:')
        if connector.is_flattened and '.' in column.path -%}
    {%- set before = before[0] if before | length == 1 else '(?:' ~ before | join('|') ~ ')' -%}
    {%- set is_number = text ~ " rlike r'^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$'
and not " ~ message ~ " rlike " ~ debezium._string_literal(before ~ '\\s*"\\Q') ~ " || " ~ text ~ " || r'\\E\"'" -%}
    {{ return(text if layout.structs or not debezium._is_decimal(column)
        else debezium._if(is_number, "to_json(named_struct('value', " ~ text ~ "))", text)) }}
{%- endmacro %}

{#- Whether a column is read from a Connect Decimal. -#}
{%- macro _is_decimal(column) -%}
    {{ return(column.semantic_type and debezium._reading(column.data_type, column.semantic_type, column).form == 'decimal') }}
{%- endmacro %}

{#- The text of a column from that of a document's field, in which the names go on. -#}
{%- macro _text_in_document(text, names, column) -%}
    {%- set text = debezium._decode_scalar(debezium._json_at(text, names)) if names else text -%}
    {{ return(debezium._decode_bson_timestamp(text) if column.data_type.startswith('timestamp') else text) }}
{%- endmacro %}

{#-
    A hash of the text of both images of a message, by which duplicates are found. Null if the images do not come before the
    source block, as Debezium writes them.
-#}
{%- macro _images_hash(is_typed=false) -%}
    {{ return("case" ~ ("
    when _is_typed then xxhash64(_images_as_declared)" if is_typed) ~ "
    when
        " ~ debezium._begins_with_images('_payload_text') | indent(8) ~ "
        and contains(_payload_text, ',\"source\":{')
        then xxhash64(left(
            _payload_text,
            length(_payload_text)
            - length(',\"source\":{' || substring_index(_payload_text, ',\"source\":{', -1))
        ))
end") }}
{%- endmacro %}
