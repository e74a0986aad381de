{#-
    The position of an event, compared from left to right: epoch, coordinates, arrival. Offsets compare
    only within a topic partition of one landing table. Rows without a partition have no topic partition.
-#}

{#- The parts of it that are not columns themselves, from the columns of a base or staging model. -#}
{%- macro _place_parts(row='') -%}
    {%- set position = row ~ '_position' -%}
    {{ return({
        'epoch': "left(" ~ position ~ ", 4)",
        'coordinates': "if(length(" ~ position ~ ") > 4, substring(" ~ position ~ ", 6), null)",
        'topic_partition': row ~ "_landing_table || '/' || " ~ row ~ "_topic || '/' || " ~ row ~ "_topic_partition",
    }) }}
{%- endmacro %}

{%- macro _place(row='') -%}
    {%- set parts = debezium._place_parts(row) -%}
    {{ return("struct(
    " ~ parts.epoch ~ " as epoch,
    " ~ parts.coordinates ~ " as coordinates,
    struct(
        " ~ parts.topic_partition ~ " as topic_partition,
        " ~ row ~ "_topic_offset as `offset`
    ) as arrival,
    struct(
        " ~ row ~ "_server as server,
        " ~ row ~ "_collection as collection,
        " ~ row ~ "_landing_table as landing_table,
        " ~ row ~ "_topic as topic,
        " ~ row ~ "_topic_partition as topic_partition
    ) as origin
)") }}
{%- endmacro %}

{#- A place as the columns of a table, {name: expression}. -#}
{%- macro _place_columns() -%}
    {{ return({
        '_position': "concat_ws(' ', _place.epoch, _place.coordinates)",
        '_landing_table': '_place.origin.landing_table',
        '_topic': '_place.origin.topic',
        '_topic_partition': '_place.origin.topic_partition',
        '_topic_offset': '_place.arrival.`offset`',
        '_server': '_place.origin.server',
        '_collection': '_place.origin.collection',
    }) }}
{%- endmacro %}
