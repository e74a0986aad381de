{#-
    The last known value of a column, in a struct that is null while none is known: an event leaves a
    column as it was when it deletes, waits for a document, or does not carry the column.
-#}
{%- macro _last_known_value(column) -%}
    {%- set name = debezium._quote(column) -%}
    {{ return("last_value(
                if(
                    _op in ('d', 't') or _pending or array_contains(_unavailable, " ~ debezium._string_literal(column) ~ "),
                    null,
                    struct(_row." ~ name ~ " as value)
                ),
                true
            ) over history as " ~ name) }}
{%- endmacro %}
