{#-
    The connectors: a new one is a file beside this and a line here. Most entries are SQL
    expressions over the envelope's columns (_op, _source, _before, _after, _record_key ...).
    Others are names, sentences, lists, dictionaries, macros or true:

    image_type    the Spark type in which a message's images are read
    image         what the event leaves of the row, as text by field name
    old_image     what was before it, likewise
    full_images   the setting that makes old images complete, as a sentence for `check_source`; without it, a general one
    updated_fields the fields that a partial update sets, as JSON text
    key           the key columns' values, likewise; `unique` those that the message itself names, which come second
    typed_ids     a document's id in the key and in the image, as JSON text that keeps its type; null for a string
    no_image      when an operation lacks the image that it needs
    coordinates   {field of the source block: its kind}, those that follow the source's commits, in order; `_coordinate` has the kinds
    follows_writes whether coordinates follow the writes of a key rather than the commits
    source        {field: type} of its source block. A field that is not listed is only in the message's text
    changing      fields of it that an event may have otherwise when it is sent again
    server, collection what names the event's server and its table or collection; coordinates of different servers do not compare
    streamed      the coordinate that every streamed event has, where snapshot reads contain a position that must not order them.
                  Without it, an event has coordinates if one of them has a value
    layouts       the landing layouts in which its events occur; what entities read from a shared
                  base model has the columns of the first
    fields        {name: type}, what its messages contain besides images and the layout's fields
    envelope      {column: expression} for these
    texts         the columns of the envelope that base keeps for current and history
    extended_json whether images are documents of Extended JSON, which have the key `_id` and paths below their fields
    broken_image  when an image is there and cannot be read; `broken_patch` when a patch is
    flattened_key the key columns' values where the transform has unwrapped the rows upstream
    placeholders  texts that are always read as unavailable values; add them with `_with_placeholders`
    placeholder   the form of the argument unavailable_value_placeholder: text, or octets if `hex:` is allowed too. Without it, the
                  connector writes no placeholders
    present_fields the names of the fields in a partial event; null where it is complete. `present_fields_in_base` are those of an event in base
    lacks_fields  when these also decide where the connector writes placeholders
    pending       when an event cannot be applied without the document before it
    source_type   a macro for types of the schema-change topic that `_column_of_jdbc` would read incorrectly: {name, type, parameters}
                  as in a Connect schema, or none. Its argument is a column of that topic: {name,
                  jdbcType, typeName, length, scale, position}, without those that are null.
                  `_adapted` gives the names of times
    schema_position {field: pattern}: the coordinates that a message of the schema-change topic has too, and which values of them order
                  it among the events. All events of a MariaDB file in InnoDB have one position, so no such file does

    and where no columns are declared:

    document      the text of the whole image; `partial` that of an update's changes, `document_id` that of its key
    document_key  the text of the key
    canonical_key the key as one text in which equal keys are equal; without it: the message key by name
    deleted       when the transform sees a delete; `dropped` when it sees nothing; `empty` when it sends a null value
    pending_document  as pending
-#}
{%- macro _connectors() -%}
    {{ return({
        'mongodb': debezium._connector_mongodb(),
        'sqlserver': debezium._connector_sqlserver(),
        'db2': debezium._connector_db2(),
        'postgresql': debezium._connector_postgresql(),
        'mysql': debezium._connector_mysql(),
        'mariadb': debezium._connector_mariadb(),
        'oracle': debezium._connector_oracle(),
        'cdl': debezium._connector_cdl(),
    }) }}
{%- endmacro %}
