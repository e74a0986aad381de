{#- Whether a row keeps the text of a column that had no place for it. -#}
{%- macro _is_kept(column, connector) -%}
    {{ return("coalesce(" ~ debezium._contains('_extra', debezium._field_names(column, connector)) ~ " or map_contains_key(_invalid, "
        ~ debezium._string_literal(column.name) ~ "), false)") }}
{%- endmacro %}

{#- True if an event did not contain a column; none if the connector's events are complete. -#}
{%- macro _is_left_out(column, connector) -%}
    {%- if connector.placeholders -%}
        {{ return(debezium._has_placeholder('_extra', column, connector)) }}
    {%- elif connector.present_fields_in_base -%}
        {{ return("_unavailable is not null and " ~ debezium._is_not_present(column)) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
