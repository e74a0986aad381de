{#- The last known values of a row's columns, from those of each event. -#}
{%- macro _last_known_values(columns, window) -%}
struct(
            {%- for column in columns %}
            {{ debezium._last_known_value(column.name, '_row.' ~ debezium._quote(column.name), window) }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) as _latest_values
{%- endmacro %}

{#-
    The last known value of a column, in a struct that is null while none is known: an event leaves a
    column as it was when it deletes, waits for a document, or does not carry the column.
-#}
{%- macro _last_known_value(column, value, window) -%}
    {{ return("last_value(
                if(
                    _op in ('d', 't') or _pending or array_contains(_unavailable, " ~ debezium._string_literal(column) ~ "),
                    null,
                    struct(" ~ value ~ " as value)
                ),
                true
            ) over " ~ window ~ " as " ~ debezium._quote(column)) }}
{%- endmacro %}
