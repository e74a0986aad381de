{#- The text of a source value as a Spark value; null where it does not fit. -#}
{%- macro decode(text, data_type, semantic_type=none) -%}
    {{ return(adapter.dispatch('decode', 'debezium')(text, data_type, semantic_type)) }}
{%- endmacro %}

{%- macro default__decode(text, data_type, semantic_type=none) -%}
    {%- set data_type = data_type | lower -%}
    {%- if data_type == 'string' -%}
        {{ return(text) }}
    {%- elif data_type == 'timestamp' -%}
        {{ return(debezium._decode_timestamp(text, semantic_type or none)) }}
    {%- elif data_type == 'date' -%}
        {{ return(debezium._decode_date(text)) }}
    {%- elif data_type.startswith('decimal') -%}
        {{ return(debezium._decode_decimal(text, data_type)) }}
    {%- else -%}
        {{ return("try_cast(" ~ text ~ " as " ~ data_type ~ ")") }}
    {%- endif -%}
{%- endmacro %}
