{#- Whether a row keeps the text of a column that had no place for it. -#}
{%- macro _is_kept(column, connector) -%}
    {%- set fields = [debezium._field_name(column, connector)] -%}
    {%- do fields.append(debezium._string_literal(column.path.split('.')[0])) if connector.is_flattened and '.' in column.path -%}
    {{ return("coalesce(map_contains_key(_extra, " ~ fields | join(") or map_contains_key(_extra, ") ~ ") or map_contains_key(_invalid, "
        ~ debezium._string_literal(column.name) ~ "), false)") }}
{%- endmacro %}

{#- True if an event did not contain a column; none if the connector's events are complete. -#}
{%- macro _is_left_out(column, connector) -%}
    {%- set field = debezium._field_name(column, connector) -%}
    {%- if connector.placeholders -%}
        {{ return("map_contains_key(_extra, " ~ field ~ ") and not map_contains_key(_texts, " ~ field ~ ")") }}
    {%- elif connector.carried_by -%}
        {{ return("_unavailable is not null and not arrays_overlap(_present_fields, array(" ~ field ~ ", " ~ debezium._string_literal(column.path) ~ "))") }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
