{#-
    An ordinary row is read as the types that its columns declare, in the one parse of its message. All others are parsed again,
    as text: those whose values have other types, do not fit, are not there or must be converted, and those with more fields.
-#}

{#- What a model reads with types: in `options` the JSON types of its fields, in the connector the image of an event. -#}
{%- macro _with_typed_images(layout, connector, columns, key, options) -%}
    {%- set layout = debezium._with_images_text(layout, columns, connector) -%}
    {%- do options.update(typed=debezium._typed_fields(layout, columns, key, options)) -%}
    {%- set typed_image = connector.image | replace('_before', '_typed_before') | replace('_after', '_typed_after') -%}
    {{ return((layout, dict(connector, typed_image=typed_image))) }}
{%- endmacro %}

{#- The JSON types of the fields of images, {path: type}; none where all rows of a model are read as text. -#}
{%- macro _typed_fields(layout, columns, key, options) -%}
    {%- set needs_text = [
        var('debezium__text_parse', false) | as_bool,
        not layout.envelope._images_text,
        options.previous, options.exact_numbers, options.delete_mode, options.fields, options.headers,
        columns | selectattr('default', 'defined') | list,
    ] | select | list -%}
    {%- for column in columns if not column.text and debezium._is_unruly(column.path) -%}
        {%- do needs_text.append(column.path) -%}
    {%- endfor -%}
    {%- if needs_text -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set types = debezium._json_types(columns) -%}
    {%- if not types or types | map('lower') | unique | list | length < types | length -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for column in debezium._key_columns(columns, key)
        if not debezium._typed_value(column, types) and debezium._decode_column('text', column) != 'text' -%}
        {{ return(none) }}
    {%- endfor -%}
    {{ return(types) }}
{%- endmacro %}

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

{#- The columns of the typed step that separate ordinary rows from others, {name: expression}. -#}
{%- macro _ordinary_steps(layout, connector, columns, key, options) -%}
    {{ return({
        '_typed_image': connector.typed_image,
        '_image_text': "replace(
    substring_index(_images_text, ',\"after\":', if(_op = 'd', 1, -1)),
    '\\\\\":'
)",
        '_is_ordinary': debezium._is_ordinary(layout, connector, columns, key, options),
    }) }}
{%- endmacro %}

{#- Whether a row is ordinary: each condition is nearly free. -#}
{%- macro _is_ordinary(layout, connector, columns, key, options) -%}
    {%- set types = options.typed -%}
    {%- set conditions = ["_is_as_declared", "_defect is null", "_op in ('c', 'r', 'u', 'd')", "_typed_image is not null"] -%}
    {%- do conditions.append("_conversions is null") if options.converts -%}
    {%- do conditions.extend(debezium._has_declared_fields(types)) -%}
    {%- for column in columns if not column.text -%}
        {%- set value = debezium._typed_value(column, types) -%}
        {%- set condition = value.fits if value
            else "not array_contains(_placeholders, " ~ debezium._typed_field(column) ~ ")" if connector.placeholders -%}
        {%- set condition = "coalesce(" ~ condition ~ ", true)" if condition -%}
        {%- do conditions.append(condition) if condition and condition not in conditions -%}
    {%- endfor -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' -%}
        {%- do conditions.append("(_coordinates." ~ name ~ " is not null or coalesce(_source['" ~ name ~ "'], '') = '')") -%}
    {%- endfor -%}
    {%- do conditions.extend(debezium._is_key_as_in_image(layout, columns, key, types)) -%}
    {{ return("coalesce(
    " ~ conditions | join("\n    and ") ~ ",
    false
)") }}
{%- endmacro %}

{#-
    The conditions of a row whose image has the declared fields, each once, and no others: as many names as there are declared, and
    the name with null for each field without a value. `_image_text` lacks the escaped names (`\":`) of strings.
-#}
{%- macro _has_declared_fields(types) -%}
    {%- set conditions = ["octet_length(_image_text) - octet_length(replace(_image_text, '\":')) = 2 * if(_op = 'd', "
        ~ (types | length + 1) ~ ", " ~ types | length ~ ")"] -%}
    {%- for path in types -%}
        {%- do conditions.append("(_typed_image." ~ debezium._quote(path) ~ " is not null or contains(_image_text, "
            ~ debezium._text(tojson(path) ~ ':null') ~ "))") -%}
    {%- endfor -%}
    {{ return(conditions) }}
{%- endmacro %}

{#- The conditions of a row whose key has the values of its image, as the key of nearly every row with an image. -#}
{%- macro _is_key_as_in_image(layout, columns, key, types) -%}
    {%- set conditions, numbers, fields = [], [], [] -%}
    {%- for column in debezium._key_columns(columns, key) -%}
        {%- set field = debezium._typed_field(column) -%}
        {%- do fields.append(field ~ ' as ' ~ debezium._quote(column.path)) -%}
        {%- do conditions.append(field ~ " is not null") -%}
        {%- do numbers.append(debezium._text(tojson(column.path) ~ ':') ~ " || " ~ field) if types[column.path] in ['int', 'bigint'] -%}
    {%- endfor -%}
    {%- if not fields or layout.landed._raw_key.startswith('cast(null') -%}
        {{ return(conditions) }}
    {%- endif -%}
    {%- set text = "'{' || " ~ numbers | join(" || ',' || ") ~ " || '}'" if numbers | length == fields | length
        else debezium._as_json('struct(' ~ fields | join(', ') ~ ')') | indent(8) -%}
    {{ return(conditions + ["(
        _raw_key = " ~ text ~ "
        or (
            startswith(_raw_key, '{\"schema\":{')
            and endswith(_raw_key, '},\"payload\":' || " ~ text | indent ~ " || '}')
        )
    )"]) }}
{%- endmacro %}
