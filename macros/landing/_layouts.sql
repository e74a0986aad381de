{#-
    The landing layouts: a new one is a file beside this and a line here. Their entries:

    landed        {column: expression} over the row `_landing`: its id, place, time, key and text
    may_repeat    whether one record may stand in the table twice
    images        the names of a message's images; with fields, the row is a message in JSON
    fields        {name: type}, what a message holds besides
    envelope      {column: expression} over the struct `_message`, or over `_landing` where there are no fields
    versions      the message versions that are known
-#}
{%- macro _layouts() -%}
    {{ return({
        'kafka': debezium._layout_kafka(),
        'json': debezium._layout_json('cast(null as string)'),
        'json_keyed': debezium._layout_json('cast(_landing.key as string)'),
        'struct': debezium._layout_struct(),
        'cdl': debezium._layout_cdl(),
    }) }}
{%- endmacro %}
