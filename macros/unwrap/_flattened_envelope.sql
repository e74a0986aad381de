{#- Step 3 of rows that a transform unwrapped: the fields of the row, separated from those that the transform added. -#}
{%- macro _flattened_envelope(layout, connector, options) -%}
envelope as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {{ debezium._record_key() | indent(8) }} as _record_key,
        get(json.messages, 0) as _parsed_message,
        {%- if layout.may_be_wrapped %}
        {{ debezium._is_wrapped('_parsed_message') | indent(8) }} as _is_wrapped,
        {%- set payload = debezium._from_json("_parsed_message['payload']", "'map<string, string>'", options.exact_numbers) | trim %}
        {{ debezium._if('_is_wrapped', payload, '_parsed_message') | indent(8) }} as _payload,
        {%- else %}
        _parsed_message as _payload,
        {%- endif %}
        coalesce(
            {{ debezium._parse_error(["else 'rejected: no_payload'"]) | indent(12) }},
            {%- if layout.may_be_wrapped %}
            if(_is_wrapped and _payload is null and _parsed_message['payload'] is not null, 'rejected: no_payload', null),
            {%- endif %}
            if(size(array_distinct(map_keys(_payload))) < size(_payload), 'rejected: invalid_value', null)
        ) as _parse_error,
        if(_parse_error is null, _payload, null) as _message,
        {{ debezium._select_pairs(debezium._envelope_columns(layout, connector, options)) }}
    from parsed_messages
)
{%- endmacro %}

{#- A connector's rules where its rows were unwrapped upstream: images are rows, whatever they were before. -#}
{%- macro _as_flattened(connector) -%}
    {{ return(dict(debezium._relational(),
        is_flattened=true,
        may_lack_snapshot=true,
        key=connector.flattened_key or '_record_key',
        dropped=none,
        source=connector.source,
        server=connector.server,
        collection=connector.collection,
        coordinates=connector.coordinates,
        streamed=connector.streamed,
        changing=connector.changing,
        placeholders=connector.placeholders,
        present_fields=connector.present_fields if connector.placeholders else none
    )) }}
{%- endmacro %}

{#- A declared column is the row's own, even where its name begins as those that the transform adds. -#}
{%- macro _with_own_names(layout, columns) -%}
    {%- set own = [] -%}
    {%- for column in columns if column.path.startswith('__') -%}
        {%- do own.extend([column.path, column.path.split('.')[0]] | unique(true)) -%}
    {%- endfor -%}
    {%- if not own -%}
        {{ return(layout) }}
    {%- endif -%}
    {{ return(dict(layout, envelope=dict(
        layout.envelope,
        _row_fields="map_filter(_message, (name, text) -> not startswith(name, '__') or name in (" ~ debezium._string_literals(own) ~ "))"
    ))) }}
{%- endmacro %}
