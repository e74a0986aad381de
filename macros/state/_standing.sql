{#-
    What the next run compares its news with, as JSON text: a nested column would have Iceberg read the whole table row by
    row. Of the place what is compared, server and lane as a hash, for text costs by its length in every row;
    unavailable: the row's array of names, null for none.
-#}
{%- macro _standing(unavailable=none) -%}
to_json(struct(
    struct(
        _position.epoch,
        _position.coordinates,
        struct(_position.arrival.`offset`) as arrival
    ) as _position,
    {{ debezium._lane_hash('_position') }} as _lane_hash
    {%- if unavailable -%}
    ,
    {{ unavailable }} as _unavailable
    {%- endif %}
))
{%- endmacro %}

{#- Its type; types: those of the table's columns by name. -#}
{%- macro _standing_type(types) -%}
    {{ return('struct<_position: ' ~ types['_position'] ~ ', _lane_hash: bigint, _unavailable: ' ~ types['_unavailable'] ~ '>') }}
{%- endmacro %}

{%- macro _lane_hash(position) -%}
    {{ return('xxhash64(' ~ position ~ '.origin.server, ' ~ position ~ '.arrival.lane)') }}
{%- endmacro %}
