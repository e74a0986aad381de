{#-
    The landing layouts: a new one is a file beside this and a line here. Their entries:

    landed        {column: expression} over the row `_landing`: _landing_id, _topic,
                  _topic_partition, _topic_offset, _topic_timestamp, _raw_key and _raw; its table's
                  name is that of the call. Write `cast(null as ...)` for what the rows lack:
                  `_layout_has` checks for this text. Without offsets, _topic_offset is exactly
                  `_landing._row_id`, which `_row_ids` replaces for Delta and Hudi
    may_repeat    true if the table may contain a record twice
    unpack        a macro: the steps from a row's value to its events, where they differ
    has_parts     whether `unpack` makes several rows of one, with their numbers in `_landing_id`
    extra_columns a macro: {column: expression} over `_landing` that `unpack` reads in addition to `landed`
    texts         {column: expression} over `_landing` that `landed` reads, if messages may be compressed
    parse         what the row's text is: a message, or a row that the transform has unwrapped upstream; without
                  it: the row's columns are the envelope
    may_be_wrapped true if an unwrapped row may be under `payload` beside its schema
    carries_schema when a row's message has a schema beside it, where messages may
    structs       whether images are structs, read by path; then _source and _transaction are JSON
                  text, and `source_field` is ignored
    images        the names of a message's images
    fields        {name: type}, what a message contains besides; `block` for a struct that `_source_blocks` lists
    envelope      {column: expression} over the struct `_message`, or over `_landing` where nothing
                  is parsed: _op, _source, _before, _after, _transaction and _ts_ms; without `parse`
                  also _record_key, and without `parse` and `structs` also _parse_error
    source_field  a macro: the text of a field of the source block, where the message has it
                  elsewhere; a struct of these replaces the word source_fields in _source
    enveloped     whether the rows are those of a model made by `envelopes`
    header_op     the operation, where the record's headers may have it
    class         the class of a row that none of the other cases fits, `data` if not given
    metadata      the columns of the envelope that base keeps besides
    message       the message in Debezium's own form as JSON text, where `_raw` is not
-#}
{%- macro _layouts() -%}
    {%- set layouts = {
        'kafka': debezium._layout_kafka(),
        'json': debezium._layout_json('cast(null as string)'),
        'json_keyed': debezium._layout_json(debezium._value_text('_landing.key')),
        'struct': debezium._layout_struct(),
        'cloudevents': debezium._layout_cloudevents(),
        'cdl': debezium._layout_cdl(),
        'envelope': debezium._layout_envelope(),
        'flattened': debezium._layout_flattened(),
        'flattened_kafka': debezium._layout_flattened_kafka(),
        'outbox': debezium._layout_outbox(),
    } -%}
    {%- for layout in layouts.values() -%}
        {%- do layout.landed.update(_landing_table='_landing._landing_table' if layout.enveloped else none) -%}
        {%- do layout.update(class=layout.class or 'data') -%}
    {%- endfor -%}
    {{ return(layouts) }}
{%- endmacro %}
