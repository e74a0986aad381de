{#-
    The data that the next run compares with new events, as JSON text, because Iceberg reads a table with
    a nested column row by row. It contains the position, and a hash of server and topic partition,
    because text costs by its length in every row. unavailable: the row's array of names, or null.
-#}
{%- macro _merge_state(epoch, coordinates, offset, server, topic_partition, unavailable=none) -%}
to_json(struct(
    named_struct(
        'epoch', {{ epoch }},
        'coordinates', {{ coordinates }},
        'arrival', named_struct('offset', {{ offset }})
    ) as _position,
    {{ debezium._origin_hash(server, topic_partition) }} as _origin_hash
    {%- if unavailable -%}
    ,
    {{ unavailable }} as _unavailable
    {%- endif %}
))
{%- endmacro %}

{%- macro _origin_hash(server, topic_partition) -%}
    {{ return('xxhash64(' ~ server ~ ', ' ~ topic_partition ~ ')') }}
{%- endmacro %}
