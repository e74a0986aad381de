{#- A column's text as its Spark value, or what its mask leaves of it. -#}
{%- macro _decode_column(text, column, connector) -%}
    {{ return(debezium._masked_value(text, column) if column.mask
        else debezium.decode(text, column.data_type, column.semantic_type, dict(
            column, extended_json=connector.extended_json or false, exact_numbers=connector.exact_numbers or false
        ))) }}
{%- endmacro %}
