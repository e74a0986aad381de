{#- A document with each array as an object {_0, _1, ...}, as the SMT's array.encoding=document writes it. -#}
{%- macro encode_arrays(document) -%}
    {{ return(adapter.dispatch('encode_arrays', 'debezium')(document)) }}
{%- endmacro %}

{%- macro default__encode_arrays(document) -%}
    {%- do debezium._require_function('encode_arrays', 'debezium_encode_arrays') -%}
    {{ return("debezium_encode_arrays(" ~ document ~ ")") }}
{%- endmacro %}
