{#- Step 3: what the message says, in one vocabulary for all layouts, or why it says nothing. -#}
{%- macro _envelope(layout, connector) -%}
    {%- set bare = [] -%}
    {%- for name in debezium._message_fields(layout, connector) -%}
        {%- do bare.append('json.' ~ debezium._quote(name)) -%}
    {%- endfor -%}
envelope as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        if(
            map_contains_key(json_key, 'schema') and map_contains_key(json_key, 'payload'),
            from_json(json_key['payload'], 'map<string, string>'),
            json_key
        ) as message_key,
        coalesce(
            json.payload,
            struct(
                {{ bare | join(',\n                ') }}
            )
        ) as message,
        {{ debezium._select_pairs(debezium._vocabulary(layout, connector)) }},
        case
            when _raw is null or trim(_raw) = 'null' then null
            when ascii(_raw) = 0 and _raw <> '' then 'rejected: avro_wire_format'
            when json is null then 'rejected: not_json'
            when json.malformed is null then null
            when get_json_object(_raw, '$') is null then 'rejected: not_json'
            when message.op is null then 'rejected: no_payload'
            else 'rejected: bad_value'
        end as defect
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
