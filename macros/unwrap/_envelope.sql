{#- Step 3: what the message says, in one vocabulary for all layouts, or why it says nothing. -#}
{%- macro _envelope(layout, connector) -%}
    {%- set bare = [] -%}
    {%- for name in debezium._message_fields(layout, connector) -%}
        {%- do bare.append('_whole.' ~ debezium._quote(name)) -%}
    {%- endfor -%}
envelope as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        if(
            map_contains_key(json_key, 'schema') and map_contains_key(json_key, 'payload'),
            from_json(json_key['payload'], 'map<string, string>'),
            json_key
        ) as _record_key,
        get(json.messages, 0) as _whole,
        coalesce(
            _whole.payload,
            struct(
                {{ bare | join(',\n                ') }}
            )
        ) as _message,
        {{ debezium._select_pairs(debezium._vocabulary(layout, connector)) }},
        case
            when _raw is null or _raw rlike r'^\s*null\s*$' then null
            when ascii(_raw) = 0 and _raw <> '' then 'rejected: avro_wire_format'
            when json.malformed is null and size(json.messages) = 1 then null
            when coalesce(json_array_length(concat('[', _raw, ']')), 0) <> 1 then 'rejected: not_json'
            when _message.op is null then 'rejected: no_payload'
            else 'rejected: bad_value'
        end as _defect
    from parsed
)
{%- endmacro %}

{#- The columns of the envelope step, {name: expression}. -#}
{%- macro _vocabulary(layout, connector) -%}
    {%- set vocabulary = {} -%}
    {%- do vocabulary.update(layout.envelope) -%}
    {%- do vocabulary.update(connector.envelope) -%}
    {{ return(vocabulary) }}
{%- endmacro %}
