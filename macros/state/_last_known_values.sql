{#-
    The last known values of a row's columns, from those of each event: of a column in a struct that is null
    while none is known. An event leaves a column as it was when it deletes, waits for a document, or does not
    carry the column. What the first event of a row does not carry is unknown: an earlier value of the key is that
    of another row, which was deleted. is_first: its condition.
-#}
{%- macro _last_known_values(columns, window, is_first) -%}
    {%- set values = {} -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set is_unavailable = "array_contains(_unavailable, " ~ debezium._string_literal(column.name) ~ ")" -%}
        {%- do values.update({name: "last_value(
    if(
        _op in ('d', 't')
        or _pending
        or (
            not " ~ is_first ~ "
            and " ~ is_unavailable ~ "
        ),
        null,
        struct(
            _row." ~ name ~ " as value,
            coalesce(" ~ is_unavailable ~ ", false) as is_unavailable
        )
    ),
    true
) over " ~ window}) -%}
    {%- endfor -%}
    {{ return(debezium._struct(values)) }}
{%- endmacro %}

{#- The condition that an event of an ordinary key begins a row, as a create does and what comes after a delete. -#}
{%- macro _is_first_event(op_before) -%}
    {{ return("(_is_new and (_op = 'c' or coalesce(" ~ op_before ~ " = 'd', false)))") }}
{%- endmacro %}
