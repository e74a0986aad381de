{#-
    A hash of an event's content, equal whenever and however often it is sent. Spark cannot hash
    maps. It leaves out fields of the source block that differ if another version of the connector,
    or a restarted one, sends the event again: `version` and `xmin`, and if the event has a position
    also `ts_us`, `ts_ns`, `sequence` and the connector's `changing`. Without a position, these
    may be all that separates two events. Without a position and a time, each landed row is an event
    of its own: a value may change back.
-#}
{%- macro _event_id(images, layout, connector) -%}
    {%- set parts = ['_key', '_op'] -%}
    {%- set times = ['ts_us', 'ts_ns'] -%}
    {%- set changing = times + ['sequence'] + (connector.changing or []) -%}
    {%- for name in connector.source if name not in changing + ['version', 'xmin'] -%}
        {%- do parts.append('_source.' ~ (debezium._quote(name) if name == 'table' else name)) -%}
    {%- endfor -%}
    {%- do parts.append("if(
        " ~ debezium._has_position(connector) | indent(8) ~ ",
        null,
        struct(
            _source." ~ changing | join(',
            _source.') ~ ",
            if(coalesce(_source.ts_ms, _source." ~ times | join(', _source.') ~ ") is null, _landing_id, null)
        )
    )") -%}
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
