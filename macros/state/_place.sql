{#-
    The place of an event in the fold, compared from left to right: epoch, coordinates, arrival. Offsets compare within a lane
    only: a topic's partition in one landing table. Rows without a partition have no lane.
-#}

{#- Its parts, from the columns of a base or staging model. -#}
{%- macro _place_parts(row='') -%}
    {%- set position, partition = row ~ '_position', row ~ '_topic_partition' -%}
    {{ return({
        'epoch': "left(" ~ position ~ ", 4)",
        'coordinates': "if(length(" ~ position ~ ") > 4, substring(" ~ position ~ ", 6), null)",
        'lane': row ~ "_landing_table || '/' || " ~ row ~ "_topic || '/' || " ~ partition,
        '`offset`': row ~ '_topic_offset',
        'server': row ~ '_server',
        'collection': row ~ '_collection',
    }) }}
{%- endmacro %}

{%- macro _place(row='') -%}
    {%- set parts = debezium._place_parts(row) -%}
    {{ return("struct(
    " ~ parts.epoch ~ " as epoch,
    " ~ parts.coordinates ~ " as coordinates,
    struct(
        " ~ parts.lane ~ " as lane,
        " ~ parts['`offset`'] ~ " as `offset`
    ) as arrival,
    struct(
        " ~ parts.server ~ " as server,
        " ~ parts.collection ~ " as collection,
        " ~ row ~ "_landing_table as landing_table,
        " ~ row ~ "_topic as topic,
        " ~ row ~ "_topic_partition as topic_partition
    ) as origin
)") }}
{%- endmacro %}

{#- A place as the columns of a table, {name: expression}. -#}
{%- macro _place_columns(place='_place') -%}
    {{ return({
        '_position': "concat_ws(' ', " ~ place ~ ".epoch, " ~ place ~ ".coordinates)",
        '_landing_table': place ~ '.origin.landing_table',
        '_topic': place ~ '.origin.topic',
        '_topic_partition': place ~ '.origin.topic_partition',
        '_topic_offset': place ~ '.arrival.`offset`',
        '_server': place ~ '.origin.server',
        '_collection': place ~ '.origin.collection',
    }) }}
{%- endmacro %}
