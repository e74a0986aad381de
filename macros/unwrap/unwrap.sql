{#-
    Landed rows as change events: one row per landed row, with its class, key, position and typed columns,
    or the complete document if none are declared. Each step is a CTE: landed_rows, parsed_messages, envelope,
    then typed_rows or complete_documents.
-#}
{%- macro unwrap(
    relation, layout, connector, key=none, entity={}, columns=none,
    predicate=none, headers=none, previous=false, epochs=none, by_schema_name=false,
    array_encoding=none, flatten_struct=false, flatten_struct_delimiter='_',
    delete_tombstone_handling_mode=none, delete_tombstone_handling_mode_rewrite_with_id=false, replace_null_with_default=true,
    add_fields=none, add_fields_prefix='__', add_headers=none, add_headers_prefix='__', exact_numbers=false,
    unavailable_value_placeholder=none, keep_raw=none, compression=none
) -%}
    {{ return(adapter.dispatch('unwrap', 'debezium')(
        relation, layout, connector, key, entity, columns, predicate, headers, previous, epochs, by_schema_name,
        array_encoding, flatten_struct, flatten_struct_delimiter,
        delete_tombstone_handling_mode, delete_tombstone_handling_mode_rewrite_with_id, replace_null_with_default,
        add_fields, add_fields_prefix, add_headers, add_headers_prefix, exact_numbers,
        unavailable_value_placeholder, keep_raw, compression
    )) }}
{%- endmacro %}

{%- macro default__unwrap(
    relation, layout, connector, key=none, entity={}, columns=none,
    predicate=none, headers=none, previous=false, epochs=none, by_schema_name=false,
    array_encoding=none, flatten_struct=false, flatten_struct_delimiter='_',
    delete_tombstone_handling_mode=none, delete_tombstone_handling_mode_rewrite_with_id=false, replace_null_with_default=true,
    add_fields=none, add_fields_prefix='__', add_headers=none, add_headers_prefix='__', exact_numbers=false,
    unavailable_value_placeholder=none, keep_raw=none, compression=none
) -%}
    {%- set example = "    {{ debezium.unwrap(source('landing', 'db2'), layout='kafka', connector='db2', key=['id']) }}" -%}
    {%- set connector_name, layout_name = connector, layout -%}
    {%- set layout = debezium._choose('unwrap', 'layout', layout, debezium._layouts(), example) -%}
    {%- set connector = debezium._choose('unwrap', 'connector', connector, debezium._connectors(), example) -%}
    {%- do debezium._check_layout_of_connector('unwrap', connector_name, connector, layout_name, example) if not layout.enveloped -%}
    {%- set connector = debezium._with_own_placeholder('unwrap', connector_name, connector, unavailable_value_placeholder, example) -%}
    {%- set options = debezium._smt_options('unwrap', {
        'array_encoding': array_encoding, 'flatten_struct': flatten_struct, 'flatten_struct_delimiter': flatten_struct_delimiter,
        'delete_tombstone_handling_mode': delete_tombstone_handling_mode,
        'delete_tombstone_handling_mode_rewrite_with_id': delete_tombstone_handling_mode_rewrite_with_id,
        'replace_null_with_default': replace_null_with_default, 'by_schema_name': by_schema_name,
        'add_fields': add_fields, 'add_fields_prefix': add_fields_prefix,
        'add_headers': add_headers, 'add_headers_prefix': add_headers_prefix,
        'previous': previous, 'epochs': epochs, 'exact_numbers': exact_numbers,
    }, example) -%}
    {%- do options.update(has_placeholder=unavailable_value_placeholder is not none, keep_raw=debezium._keep_raw('unwrap', keep_raw, example)) -%}
    {%- set columns = debezium._columns('unwrap', columns, example, empty=true) -%}
    {%- do debezium._check_landing('unwrap', relation, layout_name, connector, example) -%}
    {%- do debezium._check_key('unwrap', key, columns, layout, connector, options, example) -%}
    {%- do debezium._check_masks('unwrap', columns, key, layout, connector, keep_raw, example) -%}
    {%- do debezium._check_options('unwrap', options, columns, layout, layout_name, headers, example) -%}
    {%- do debezium._check_entity('unwrap', entity, layout, connector, example) -%}
    {%- set layout = layout if layout.enveloped else debezium._with_blocks(layout, connector) -%}
    {%- set layout = debezium._with_compression('unwrap', layout, layout_name, compression, example) -%}
    {%- set layout = debezium._landed_also(layout, predicate, headers) -%}
    {%- if layout.parse == 'row' -%}
        {%- set connector = debezium._as_flattened(connector) -%}
        {%- set layout = debezium._with_own_names(layout, columns) -%}
    {%- elif layout.structs -%}
        {%- set connector = dict(connector, may_lack_snapshot=true) -%}
    {%- elif layout.enveloped -%}
        {%- set connector = connector if columns else dict(connector, image_type='string') -%}
        {%- set layout, connector = debezium._as_enveloped(layout, connector, options) -%}
    {%- endif -%}
    {%- do options.update(members=debezium._members(layout, connector, options), parsed=layout.parse == 'message') -%}
    {%- do options.update(delete_mode=options.delete_mode or 'tombstone') if options.headers or not columns -%}
    {%- if columns -%}
        {%- set columns = columns + debezium._added_columns(columns, connector, options, add_fields_prefix, example) -%}
    {%- else -%}
        {%- set layout, connector = debezium._as_documents(layout, connector) -%}
    {%- endif -%}

    {%- set connector = dict(connector, exact_numbers=options.exact_numbers) -%}
    {%- set landing = debezium._unread_landing(relation, layout, entity) -%}
    {%- do options.update(debezium._schema_options(layout, connector, columns, landing, example)) -%}
    {%- set layout, connector = debezium._with_typed_images(layout, connector, columns, key, options) -%}
    {%- set layout = debezium._with_schema_id(layout, options) if options.with_schemas else layout -%}
    {%- set pairs = debezium._base_columns(layout, connector, columns, key, options, landing.loaded) -%}
    {%- if landing.is_up_to_date and debezium._has_columns(this, pairs) -%}
        {{ return(debezium._empty_select(pairs)) }}
    {%- endif -%}
    {%- do debezium._check_table('unwrap', pairs, columns or [], key if columns else [], landing.loaded.newest) -%}
    {%- do debezium._add_previous_fields(columns) if options.previous and debezium._is_merged() -%}
    {%- set steps = debezium._envelope_steps(landing, layout, connector, columns, options) -%}
    {%- set connector = debezium._with_conversions(layout, connector, columns, options) if options.converts else connector -%}
    {%- do steps.append(debezium._declared_values(layout, connector, columns, key, entity, options) if columns
        else debezium._complete_documents(layout, connector, key, entity, options)) -%}
with {{ steps | join(',\n\n') }}

select
    {{ debezium._select_pairs(pairs, 4) }}
from {{ 'typed_rows' if columns else 'complete_documents' }}
{%- endmacro %}
