{#- A hash of an event's content, equal whenever and however often it is sent. Spark cannot hash maps. -#}
{%- macro _event_id(images, layout, connector) -%}
    {%- set parts = ['_key', '_op', '_source'] -%}
    {%- for image in images -%}
        {%- if connector.image_type == 'string' -%}
            {%- do parts.append(image) -%}
        {%- elif layout.structs -%}
            {%- do parts.append(debezium._as_json(image) | indent) -%}
        {%- elif layout.envelope._images_hash -%}
            {%- do parts.append('if(_images_hash is null, map_entries(' ~ image ~ '), null)') -%}
        {%- else -%}
            {%- do parts.append('map_entries(' ~ image ~ ')') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do parts.append('_images_hash') if layout.envelope._images_hash -%}
    {{ return("xxhash64(
    " ~ parts | join(',\n    ') ~ "
)") }}
{%- endmacro %}
