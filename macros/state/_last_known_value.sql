{#- The last known values of a row's columns, from those of each event. is_create: whether an event begins a row. -#}
{%- macro _last_known_values(columns, window, is_create="_op = 'c'") -%}
struct(
            {%- for column in columns %}
            {{ debezium._last_known_value(column.name, '_row.' ~ debezium._quote(column.name), window, is_create) }}{{ ',' if not loop.last }}
            {%- endfor %}
        ) as _latest_values
{%- endmacro %}

{#-
    The last known value of a column, in a struct that is null while none is known: an event leaves a
    column as it was when it deletes, waits for a document, or does not carry the column. What a create does
    not carry is unknown: an earlier value of the key is that of another row, which was deleted.
-#}
{%- macro _last_known_value(column, value, window, is_create) -%}
    {%- set is_unavailable = "array_contains(_unavailable, " ~ debezium._string_literal(column) ~ ")" -%}
    {{ return("last_value(
                if(
                    _op in ('d', 't')
                    or _pending
                    or (not (" ~ is_create ~ ") and " ~ is_unavailable ~ "),
                    null,
                    struct(
                        " ~ value ~ " as value,
                        " ~ is_unavailable ~ " as is_unavailable
                    )
                ),
                true
            ) over " ~ window ~ " as " ~ debezium._quote(column)) }}
{%- endmacro %}
