{#-
    The connectors: a new one is a file beside this and a line here. Its entries are SQL expressions over
    the envelope's columns (_op, _source, _before, _after, _record_key ...):

    image_type    the Spark type in which a message's images are read
    image         what the event leaves of the row, as text by field name
    key           the key columns' values, likewise
    no_image      when an operation lacks the image that it needs
    coordinates   {field of the source block: lsn or number}, those that follow the source's commits, in order
    streamed      when an event has coordinates at all; without it: when one of them has a value
    layouts       the landing layouts in which its events occur
    fields        {name: type}, what its messages hold besides images and the layout's fields
    envelope      {column: expression} for these
    texts         the columns of the envelope that base keeps for the fold
    extended_json whether images are documents of Extended JSON, with paths below their fields
    broken_image  when an image is there and cannot be read
    carried       the names that a partial event carries; null where it is whole
    pending       when an event cannot be applied without the document before it
-#}
{%- macro _connectors() -%}
    {{ return({
        'mongodb': debezium._connector_mongodb(),
        'sqlserver': debezium._connector_sqlserver(),
        'db2': debezium._connector_db2(),
        'cdl': debezium._connector_cdl(),
    }) }}
{%- endmacro %}
