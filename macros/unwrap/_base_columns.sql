{#- The columns of the base table in their order, {name: expression} over the last step. -#}
{%- macro _base_columns(layout, connector, columns, key, options, loaded) -%}
    {%- set images = connector.texts or ['_before', '_after'] -%}
    {%- set pairs = debezium._same_names([
        '_landing_id', '_landing_table', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp', '_class', '_reason', '_op',
        '_key', '_key_mismatch', '_position', '_server', '_collection', '_event_id', '_source_at', '_processed_at', '_source', '_transaction',
    ] + (layout.metadata or []) + (connector.texts or [])) -%}
    {%- do pairs.update(
        debezium._origin(connector),
        _class=debezium._class(),
        _reason=debezium._reason(),
        _key_mismatch=debezium._key_mismatch(columns, key, layout, connector),
        _position=debezium._position(connector, options),
        _event_id=debezium._event_id(images, layout, connector),
        _source_at=debezium._millis_as_timestamp(
            'coalesce(_source.ts_ms, _source.ts_us div 1000, _source.ts_ns div 1000000)' if layout.parse == 'row' else '_source.ts_ms'
        ),
        _processed_at=debezium._epoch_millis('_ts_ms')
    ) -%}
    {%- do pairs.update(_emitted=debezium._emitted(connector, options, documents=not columns)) if options.delete_mode -%}
    {%- if layout.landed._landed_headers or options.headers -%}
        {%- do pairs.update(_headers=debezium._headers(layout, connector, options)) -%}
    {%- endif -%}
    {%- if columns -%}
        {%- do pairs.update(debezium._typed_events(layout, connector, columns, key, options)) -%}
    {%- else -%}
        {%- do pairs.update(
            _document_key='_document_key',
            document="if(_emitted = 'value' and startswith(_smt_value, '{'), _smt_value, null)",
            _unavailable='cast(null as array<string>)',
            _pending=connector.pending_document or 'false',
            **dict.fromkeys(['_invalid', '_extra', '_retyped'], 'cast(null as map<string, string>)')
        ) -%}
    {%- endif -%}
    {%- do pairs.update({
        '_raw_key': debezium._key_unless_masked(columns, key or [], connector),
        '_raw': debezium._raw_to_keep(layout, columns, options.keep_raw),
        '_load': debezium._next_load(loaded),
    }) -%}
    {{ return(pairs) }}
{%- endmacro %}

{#- The two parts of a classification. -#}
{%- macro _class() -%}
    {{ return("if(startswith(_classification, 'rejected: '), 'rejected', _classification)") }}
{%- endmacro %}

{%- macro _reason() -%}
    {{ return("if(startswith(_classification, 'rejected: '), substring(_classification, 11), null)") }}
{%- endmacro %}

{#- The columns of the base table that describe single source columns, {name: expression}. -#}
{%- macro _typed_events(layout, connector, columns, key, options) -%}
    {%- set pairs = {} -%}
    {%- set is_usable = "_classification = '" ~ layout.class ~ "'" -%}
    {%- set open, unavailable, changed = [], [], [] -%}
    {%- for column in columns -%}
        {%- set name, literal = debezium._quote(column.name), debezium._string_literal(column.name) -%}
        {%- do pairs.update({name: name}) -%}
        {%- if not column.text -%}
            {%- if column.name not in (key or []) -%}
                {%- set left_out = debezium._has_placeholder('_given', column, connector) if connector.placeholders
                    else debezium._is_not_present(column) -%}
                {%- do open.append(debezium._if(left_out ~ "\nor (\n    " ~ connector.lacks_fields ~ "\n    and " ~ debezium._is_not_present(column) ~ "\n)", literal)
                    if connector.lacks_fields else debezium._if(left_out, literal) if '\n' in left_out else "if(" ~ left_out ~ ", " ~ literal ~ ", null)") -%}
                {%- if options.typed and connector.placeholders and not options.typed.columns[column.name].value -%}
                    {%- do unavailable.append((debezium._typed_field(column) ~ " is not null and _row." ~ name ~ " is null", literal)) -%}
                {%- endif -%}
            {%- endif -%}
            {%- set values = [debezium._comparable(name, column.data_type), debezium._comparable('_previous.' ~ name, column.data_type)] -%}
            {%- do changed.append("if(" ~ values | join(' <=> ') ~ ", null, " ~ literal ~ ")") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do pairs.update({
        '_unavailable': debezium._unavailable_columns(open, unavailable) if connector.present_fields else 'cast(null as array<string>)',
        '_pending': connector.pending or 'false',
        '_invalid': "if(" ~ is_usable ~ " and _invalid_values is not null, map_from_entries(_invalid_values), null)",
        '_extra': "if(" ~ is_usable ~ " and size(_undeclared) > 0, _undeclared, null)",
        '_retyped': "if(" ~ is_usable ~ ", _retyped, null)" if options.converts else 'cast(null as map<string, string>)',
    }) -%}
    {%- if options.previous -%}
        {%- do pairs.update({
            '_previous': '_previous',
            '_changed': "if(
    _op = 'u' and _previous is not null and _image is not null,
    array_except(
        " ~ debezium._compact_array(changed) | indent(8) ~ ",
        coalesce(_unavailable, array())
    ),
    null
)",
        }) -%}
    {%- endif -%}
    {{ return(pairs) }}
{%- endmacro %}
