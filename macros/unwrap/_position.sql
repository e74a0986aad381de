{#-
    What decides between two events of a key, compared from left to right: the epoch, the coordinates of the source,
    arrival. The coordinates are one text, which sorts as they do. Offsets compare within one lane only, a topic's
    partition; rows without one have no lane. The origin decides nothing: it tells whether coordinates compare at all
    (server) and what a truncate empties (collection).
-#}
{%- macro _position(connector, options) -%}
    {%- set given = [] -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' -%}
        {%- do given.append("_coordinates." ~ name ~ " is not null") -%}
    {%- endfor -%}
    {%- set later = [] -%}
    {%- for condition in options.epochs or [] -%}
        {%- do later.append("if(" ~ condition ~ ", 1, 0)") -%}
    {%- endfor -%}
    {{ return("struct(
    " ~ (later or ['0']) | join(' + ') ~ " as epoch,
    if(
        " ~ (connector.streamed or given | join('\nor ')) | indent(8) ~ ",
        " ~ debezium._sortable_coordinates(connector) | indent(8) ~ ",
        null
    ) as coordinates,
    struct(
        if(_topic_partition is null, null, regexp_replace(_landing_id, '/[^/]*$', '')) as lane,
        _topic_offset as `offset`
    ) as arrival,
    struct(
        nullif(concat_ws('/', " ~ connector.server | join(', ') ~ "), '') as server,
        nullif(concat_ws('.', " ~ connector.collection | join(', ') ~ "), '') as collection
    ) as origin
)") }}
{%- endmacro %}
