{#-
    The landing layouts: a new one is a file beside this and a line here. Their entries:

    landed        {column: expression} over the row `_landing`: its id, place, time, key and text; its table's name
                  is that of the call
    may_repeat    true if the table may contain a record twice
    unpack        a macro: the steps from a row's value to its events, where they differ
    has_parts     whether `unpack` makes several rows of one, with their numbers in `_landing_id`
    extra_columns a macro: {column: expression} over `_landing` that `unpack` reads in addition to `landed`
    texts         {column: expression} over `_landing` that `landed` reads, if messages may be compressed
    parse         what the row's text is: a message, or a row that the transform has unwrapped upstream; without
                  it: the row's columns are the envelope
    may_be_wrapped true if an unwrapped row may be under `payload` beside its schema
    carries_schema when a row's message has a schema beside it, where messages may
    structs       whether images are structs, read by path
    images        the names of a message's images
    fields        {name: type}, what a message contains besides; `block` for a struct that `_source_blocks` lists
    envelope      {column: expression} over the struct `_message`, or over `_landing` where nothing is parsed
    source_field  a macro: the text of a field of the source block, where the message has it elsewhere
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
