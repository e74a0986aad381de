{#-
    A message whose text shows the declared fields in their order, with values of their types, is parsed with these types. Any
    other is parsed as text by field name: it has more, fewer or other fields, or values that do not fit.
-#}

{#- What a model reads with types: in `options` the JSON types of its fields and the values of its columns, in the connector the image of an event. -#}
{%- macro _with_typed_images(layout, connector, columns, key, options) -%}
    {%- if not columns or layout.parse != 'message' -%}
        {{ return((layout, connector)) }}
    {%- endif -%}
    {%- set documents = connector.image_type == 'string' -%}
    {%- if not documents and layout.images | length <= 2 -%}
        {%- set layout = dict(layout, envelope=dict(layout.envelope, _images_hash=debezium._images_hash())) -%}
    {%- endif -%}
    {%- if not (documents or layout.envelope._images_hash) or debezium._needs_text(columns, options) -%}
        {{ return((layout, connector)) }}
    {%- endif -%}
    {%- set typed = debezium._typed_documents(columns) if documents else debezium._typed_rows(columns) -%}
    {%- set names = typed.types | map('lower') | list -%}
    {#- of many fields a document's pattern costs what the types save -#}
    {%- set too_many = debezium._is_wide(names, layout) if documents else names | length > 1000 -%}
    {%- if not names or too_many or names | unique | list | length < names | length -%}
        {{ return((layout, connector)) }}
    {%- endif -%}
    {%- for column in debezium._key_columns(columns, key)
        if not typed.columns[column.name].value and debezium._decode_column('text', column, connector) != 'text' -%}
        {{ return((layout, connector)) }}
    {%- endfor -%}
    {%- do options.update(typed=typed) -%}
    {%- if documents -%}
        {{ return((layout, debezium._with_typed_documents(connector, typed))) }}
    {%- endif -%}
    {%- do options.update(typed_message=true) -%}
    {%- set typed_image = connector.image | replace('_before', '_typed_before') | replace('_after', '_typed_after') -%}
    {{ return((
        dict(layout, envelope=dict(layout.envelope, _images_hash=debezium._images_hash(is_typed=true))),
        dict(connector, typed_image={'_typed_image': typed_image}, is_typed=['_is_typed'])
    )) }}
{%- endmacro %}

{#- Whether all rows of a model are read as text. -#}
{%- macro _needs_text(columns, options) -%}
    {%- set reasons = [
        var('debezium__text_parse', false) | as_bool,
        options.previous, options.exact_numbers, options.by_schema_name, options.delete_mode, options.fields, options.headers,
        options.delimiter is not none, options.array_encoding == 'document',
        columns | selectattr('default', 'defined') | list, columns | selectattr('older_types', 'defined') | list,
    ] | select | list -%}
    {%- for column in columns if not column.text -%}
        {%- if debezium._needs_escape(column.path) or modules.re.search('["\'\\\\]|^source$', column.path) -%}
            {%- do reasons.append(column.path) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(reasons | length > 0) }}
{%- endmacro %}

{#- Whether nothing of a row has to be read as text. -#}
{%- macro _is_ordinary(layout, connector, columns, key, options) -%}
    {%- set types = options.typed.types -%}
    {%- set conditions = connector.is_typed + ["_parse_error is null", "_op in ('c', 'r', 'u', 'd')", "_typed_image is not null"] -%}
    {%- do conditions.append("_conversions is null") if options.converts -%}
    {%- set texts = [] -%}
    {%- for column in columns if options.typed_message and connector.placeholders and not column.text and types[column.path] == 'string' -%}
        {%- do texts.append(debezium._typed_field(column)) -%}
    {%- endfor -%}
    {#- the image before may have the value for which there is a placeholder -#}
    {%- do conditions.append("not coalesce(
        _op = 'u'
        and _typed_before is not null
        and arrays_overlap(array(" ~ texts | unique(true) | join(', ') ~ "), _placeholders),
        false
    )") if texts -%}
    {%- for column in debezium._key_columns(columns, key) if connector.placeholders and types[column.path] == 'string' -%}
        {%- do conditions.append("not array_contains(_placeholders, " ~ debezium._typed_field(column) ~ ")") -%}
    {%- endfor -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' and connector.source[name] == 'string' -%}
        {%- do conditions.append("(_coordinates." ~ name ~ " is not null or coalesce(_source." ~ name ~ ", '') = '')") -%}
    {%- endfor -%}
    {%- do conditions.extend(debezium._is_key_as_in_image(layout, columns, key, types) if options.typed_message
        else debezium._is_key_of_document(columns, key)) -%}
    {{ return("coalesce(
    " ~ conditions | join("\n    and ") ~ ",
    false
)") }}
{%- endmacro %}

{#- The conditions of a row whose key has the values of its image, as the key of nearly every row with an image. -#}
{%- macro _is_key_as_in_image(layout, columns, key, types) -%}
    {%- set conditions, numbers, fields = [], [], [] -%}
    {%- for column in debezium._key_columns(columns, key) -%}
        {%- set field = debezium._typed_field(column) -%}
        {%- do fields.append(field ~ ' as ' ~ debezium._quote(column.path)) -%}
        {%- do conditions.append(field ~ " is not null") -%}
        {%- do numbers.append(debezium._string_literal(('{' if loop.first else ',') ~ tojson(column.path) ~ ':') ~ " || " ~ field) if types[column.path] in ['int', 'bigint'] -%}
    {%- endfor -%}
    {%- if not fields or not debezium._layout_has(layout, '_raw_key') -%}
        {{ return(conditions) }}
    {%- endif -%}
    {%- set text = numbers | join(" || ") ~ " || '}'" if numbers | length == fields | length
        else debezium._as_json('struct(' ~ fields | join(', ') ~ ')') | indent(8) -%}
    {{ return(conditions + ["(
        _raw_key = " ~ text ~ "
        or (
            startswith(_raw_key, '{\"schema\":{')
            and endswith(_raw_key, '},\"payload\":' || " ~ text | indent ~ " || '}')
        )
    )"]) }}
{%- endmacro %}
