{#-
    What decides between two events of a key, as one text that sorts: the epoch, then the coordinates of the source, where the
    event has any. Between events of one position, arrival decides: `_topic_offset`, within one partition of a topic.
-#}
{%- macro _position(connector, options) -%}
    {%- set later = debezium._each("if({}, 1, 0)", options.epochs or []) -%}
    {{ return("concat_ws(
    ' ',
    " ~ ("lpad(cast(" ~ later | join(' + ') ~ " as string), 4, '0')" if later else "'0000'") ~ ",
    if(
        " ~ debezium._has_position(connector) | indent(8) ~ ",
        " ~ debezium._sortable_coordinates(connector) | indent(8) ~ ",
        null
    )
)") }}
{%- endmacro %}

{#- Whether an event has coordinates that order it. -#}
{%- macro _has_position(connector) -%}
    {%- if connector.streamed -%}
        {#- what has become of the message may lack `snapshot`: then the operation alone shows a read -#}
        {%- set is_change = " and _op <> 'r'" if connector.may_lack_snapshot else "" -%}
        {{ return("coalesce(_source.snapshot, 'false') = 'false'" ~ is_change ~ " and _coordinates." ~ connector.streamed ~ " is not null") }}
    {%- endif -%}
    {%- set given = [] -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' -%}
        {%- do given.append("_coordinates." ~ name ~ " is not null") -%}
    {%- endfor -%}
    {{ return(given | join('\nor ')) }}
{%- endmacro %}

{#-
    The server of an event, and its table or collection. They order nothing: coordinates of two servers do not compare, and a
    truncate empties one collection of its server, or of an earlier epoch.
-#}
{%- macro _origin(connector) -%}
    {{ return({
        '_server': "nullif(concat_ws('/', " ~ connector.server | join(', ') ~ "), '')",
        '_collection': "nullif(concat_ws('.', " ~ connector.collection | join(', ') ~ "), '')",
    }) }}
{%- endmacro %}
