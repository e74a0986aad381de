{#-
    Step 4: the declared columns, first as the text of the source (`_row`), then as Spark values, and the
    class.
-#}
{%- macro _declared_values(layout, connector, columns, key, entity, options) -%}
    {%- set texts, old_texts, values, old_values, fits, invalid = {}, {}, {}, {}, [], [] -%}
    {%- set paths = debezium._names_of(columns, connector) -%}
    {%- set places = paths if not options.typed and debezium._is_wide(paths, layout) else [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- if column.name in (key or []) and not column.text -%}
            {%- do texts.update({name: debezium._key_text(column, layout, connector)}) -%}
        {%- else -%}
            {%- do texts.update({name: column.text or debezium._event_text(column, layout, connector, places)}) -%}
        {%- endif -%}
        {%- do values.update({name: debezium._decode_column('_row.' ~ name, column, connector)}) -%}
        {%- if options.typed and not column.text -%}
            {%- do debezium._read_with_type(column, options.typed.columns[column.name], texts, values, connector.placeholders, column.name in (key or [])) -%}
        {%- endif -%}
        {%- if values[name] != '_row.' ~ name and not column.mask -%}
            {%- set is_valid = "_row." ~ name ~ " is null or " ~ name ~ " is not null" -%}
            {%- set entry = "struct(" ~ debezium._string_literal(column.name) ~ " as name, _row." ~ name ~ " as text)" -%}
            {%- do fits.append("(" ~ is_valid ~ ")") -%}
            {%- do invalid.append(debezium._if(is_valid, "null", entry)) -%}
        {%- endif -%}
        {%- if not column.text -%}
            {%- do old_texts.update({name: debezium._column_text('_old_texts', column, layout, connector)}) -%}
            {%- do old_values.update({name: debezium._decode_column('_old_row.' ~ name, column, connector)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if paths and layout.class == 'data' and not layout.structs and not connector.extended_json -%}
        {#- such an image is not of this table, or not in a form that is read -#}
        {%- set connector = dict(connector, no_image="(
    " ~ connector.no_image | indent ~ "
)
or (
    _op <> 'd'
    and size(_image) > 0
    and size(_undeclared) = size(_image)
)") -%}
    {%- endif -%}
    {%- set image_key = debezium._image_key(columns, key, layout, connector) -%}
    {%- set steps = {'_coordinates': debezium._coordinates(connector)} -%}
    {%- do steps.update(connector.typed_image, _is_ordinary=debezium._is_ordinary(layout, connector, columns, key, options)) if options.typed -%}
    {%- do steps.update(debezium._text_inputs()) if options.typed_message -%}
    {%- do steps.update(connector.conversions or {}) -%}
typed_rows as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {{ debezium._select(debezium._envelope_columns(layout, connector, options).keys()) }},
        {%- if connector.placeholders %}
        array(
            {{ debezium._string_literals(connector.placeholders, ',\n            ') }}
        ) as _placeholders,
        {%- endif %}
        {{ debezium._select_pairs(steps) }},
        {{ debezium._image_as_configured(connector.image, "if(_op = 'd', _before, " ~ connector.document ~ ")", layout, connector, options)
            | indent(8) }} as _image,
        {{ connector.key | indent(8) }} as _key_texts,
        {%- if connector.placeholders %}
        {{ debezium._image_with_old_values(layout, connector) | indent(8) }} as _given,
        {{ debezium._as_texts('_given', {}, connector) | indent(8) }} as _texts,
        {%- else %}
        {{ debezium._as_texts(debezium._given_fields(connector), layout, connector) | indent(8) }} as _texts,
        {%- endif %}
        {%- if places %}
        {{ debezium._in_order(places, connector) | indent(8) }} as _in_order,
        {%- endif %}
        {{ debezium._struct(texts) | indent(8) }} as _row,
        {{ debezium._select_pairs(values) }},
        {%- if options.previous %}
        {{ debezium._image_as_configured(connector.old_image, '_before', layout, connector, options) | indent(8) }} as _old_image,
        {{ debezium._as_texts('_old_image', layout, connector) | indent(8) }} as _old_texts,
        {{ debezium._struct(old_texts) | indent(8) }} as _old_row,
        {{ debezium._if('_old_image is null', 'null', debezium._struct(old_values)) | indent(8) }} as _previous,
        {%- endif %}
        {{ debezium._undeclared(paths, layout, connector, places) | indent(8) }} as _undeclared,
        {%- if connector.present_fields %}
        {{ connector.present_fields | indent(8) }} as _present_fields,
        {%- endif %}
        {%- if invalid %}
        {{ debezium._if(fits | join('\nand '), 'null', debezium._compact_array(invalid)) | indent(8) }} as _invalid_values,
        {%- else %}
        cast(null as array<struct<name: string, text: string>>) as _invalid_values,
        {%- endif %}
        {%- if image_key %}
        {{ debezium._struct(image_key) | indent(8) }} as _image_key,
        {%- endif %}
        {%- if debezium._id_column(columns, key, connector) %}
        {{ connector.typed_ids | indent(8) }} as _typed_ids,
        {%- endif %}
        {{ debezium._key_as_text(columns, key, connector) | indent(8) }} as _key,
        {{ debezium._classify(layout, connector, key, entity, options) | indent(8) }} as _classification
    from {{ 'with_schemas' if options.with_schemas else 'envelope' if layout.parse else 'landed_rows' }}
)
{%- endmacro %}
