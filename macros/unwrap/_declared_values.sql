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
    {%- set envelope = debezium._envelope_columns(layout, connector, options) | reject('equalto', '_schema_id') | list -%}
    {%- set pairs = debezium._same_names(layout.landed | list + envelope) -%}
    {%- do pairs.update(_placeholders="array(
    " ~ debezium._string_literals(connector.placeholders, ',\n    ') ~ "
)") if connector.placeholders -%}
    {%- do pairs.update(_coordinates=debezium._coordinates(connector)) -%}
    {%- do pairs.update(connector.typed_image, _is_ordinary=debezium._is_ordinary(layout, connector, columns, key, options)) if options.typed -%}
    {%- do pairs.update(debezium._text_inputs()) if options.typed_message -%}
    {%- do pairs.update(connector.conversions or {}) -%}
    {%- do pairs.update(
        _image=debezium._image_as_configured(connector.image, "if(_op = 'd', _before, " ~ connector.document ~ ")", layout, connector, options),
        _key_texts=debezium._key_texts(columns, key, connector)
    ) -%}
    {%- if connector.placeholders -%}
        {%- do pairs.update(_given=debezium._image_with_old_values(layout, connector), _texts=debezium._as_texts('_given', {}, connector)) -%}
    {%- else -%}
        {%- do pairs.update(_texts=debezium._as_texts(debezium._given_fields(connector), layout, connector)) -%}
    {%- endif -%}
    {%- do pairs.update(_in_order=debezium._in_order(places, connector)) if places -%}
    {%- do pairs.update(_row=debezium._struct(texts), **values) -%}
    {%- do pairs.update(
        _old_image=debezium._image_as_configured(connector.old_image, '_before', layout, connector, options),
        _old_texts=debezium._as_texts('_old_image', layout, connector),
        _old_row=debezium._struct(old_texts),
        _previous=debezium._if('_old_image is null', 'null', debezium._struct(old_values))
    ) if options.previous -%}
    {%- do pairs.update(_undeclared=debezium._undeclared(paths, layout, connector, places)) -%}
    {%- do pairs.update(_present_fields=connector.present_fields) if connector.present_fields -%}
    {%- do pairs.update(_invalid_values=debezium._if(fits | join('\nand '), 'null', debezium._compact_array(invalid)) if invalid
        else 'cast(null as array<struct<name: string, text: string>>)') -%}
    {%- set image_key = debezium._image_key(columns, key, layout, connector) -%}
    {%- do pairs.update(_image_key=debezium._struct(image_key)) if image_key -%}
    {%- do pairs.update(_typed_ids=connector.typed_ids) if debezium._id_column(columns, key, connector) -%}
    {%- do pairs.update(
        _key=debezium._key_as_text(columns, key, connector),
        _classification=debezium._classify(layout, connector, key, entity, options)
    ) -%}
-- the columns with their types, and the class of each row
typed_rows as (
    select
        {{ debezium._select_pairs(pairs) }}
    from {{ 'with_schemas' if options.with_schemas else 'envelope' if layout.parse else 'landed_rows' }}
)
{%- endmacro %}
