{#- One field of an image or of a whole message, for analysts: get_json_object on JSON text, a path on structs. -#}
{%- macro field(image, path, data_type='string', struct=false) -%}
    {{ return(adapter.dispatch('field', 'debezium')(image, path, data_type, struct)) }}
{%- endmacro %}

{%- macro default__field(image, path, data_type='string', struct=false) -%}
    {%- set names = path.split('.') -%}
    {%- if struct -%}
        {{ return("cast(" ~ image ~ "." ~ debezium._quoted(names) | join('.') ~ " as " ~ data_type ~ ")") }}
    {%- endif -%}
    {%- set text = debezium._message_at(image, names) if image.split('.')[-1] == '_raw' else debezium._document_at(image, names) -%}
    {%- if data_type != 'string' -%}
        {%- set decoded = debezium.decode('text', data_type, none, {'extended_json': true}) -%}
        {%- if data_type.startswith('timestamp') -%}
            {%- set decoded = debezium._with('text', debezium._decode_bson_timestamp('text'), decoded) -%}
        {%- endif -%}
        {{ return(debezium._with('text', debezium._decode_scalar(text), decoded)) }}
    {%- endif -%}
    {{ return(text) }}
{%- endmacro %}
