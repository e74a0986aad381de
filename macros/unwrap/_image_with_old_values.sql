{#-
    An image as text by field name. A placeholder means that an update left the value as it was, so it is that of the image
    before, if the event has one: with REPLICA IDENTITY FULL some versions of Debezium write both. An empty text may stand
    for a value that the image before does not have.
-#}
{%- macro _image_with_old_values(layout, connector) -%}
    {%- set image, old = '_image', connector.old_image -%}
    {%- if layout.structs -%}
        {%- set image, old = debezium._struct_as_map(image, connector.exact_numbers), debezium._struct_as_map('_before', connector.exact_numbers) -%}
    {%- endif -%}
    {{ return(image if layout.parse == 'row' else debezium._if(
        "_op = 'u'
and _before is not null
and arrays_overlap(map_values(" ~ image ~ "), _placeholders)",
        "transform_values(
    " ~ image | indent ~ ",
    (name, text) -> if(
        array_contains(_placeholders, text),
        coalesce(nullif(" ~ old | indent(8) ~ "[name], ''), text),
        text
    )
)",
        image
    )) }}
{%- endmacro %}

{#- The column with the image that an event's texts are read from. -#}
{%- macro _given_image(connector) -%}
    {{ return('_given' if connector.placeholders else '_image') }}
{%- endmacro %}
