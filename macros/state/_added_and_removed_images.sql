{#-
    The images that events add and take away. A value that an update does not carry is the one before it. A change that comes
    again, the same in its place and images, is a repeat, as connectors send them seconds after a restart; changes of alike rows
    by one command may share their place, and are sent at once. Reads of alike rows are alike.
-#}
{%- macro _added_and_removed_images(relation, columns) -%}
    {%- set filled, previous, known = {}, {}, [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set text = debezium._string_literal(column.name) -%}
        {%- set value = "if(array_contains(_unavailable, " ~ text ~ "), _previous." ~ name ~ ", " ~ name ~ ")" -%}
        {%- do filled.update({name: debezium._in_key_order(value, column.data_type)}) -%}
        {%- do previous.update({name: debezium._in_key_order("_previous." ~ name, column.data_type)}) -%}
        {%- do known.append("if(_previous." ~ name ~ " is null, null, " ~ text ~ ")") -%}
    {%- endfor -%}
arrivals as (
    select
        {{ debezium._select(debezium._quoted(columns | map(attribute='name'))) }},
        _op,
        _previous,
        _unavailable,
        {{ debezium._place() | indent(8) }} as _place,
        _load,
        _op <> 'r'
        and coalesce(
            _processed_at >= min(_processed_at) over (partition by _event_id) + interval '1' second,
            false
        ) as _is_repeat
    from {{ relation }}
),

changes as (
    select
        {{ debezium._struct(filled) | indent(8) }} as _row,
        _op,
        1 as change,
        coalesce(
            size(array_except(
                _unavailable,
                {{ debezium._compact_array(known) | indent(16) }}
            )) > 0,
            false
        ) as is_incomplete,
        _place,
        _load
    from arrivals
    where
        _op <> 'd'
        and not _is_repeat

    union all

    select
        {{ debezium._struct(previous) | indent(8) }} as _row,
        _op,
        -1 as change,
        false as is_incomplete,
        _place,
        _load
    from arrivals
    where
        _op in ('u', 'd')
        and not _is_repeat
        and _previous is not null
        and not (_op = 'd' and coalesce(size(_unavailable) > 0, false))
)
{%- endmacro %}

{#- Truncates, and updates and deletes without the complete image before them. -#}
{%- macro _ambiguous_changes(relation, base) -%}
    {%- if base -%}
select
    _class = 'truncate' as _is_truncate,
    {{ debezium._place() | indent }} as _place,
    _load
from {{ base }}
where
    _class = 'truncate'
    or (_reason = 'no_image' and _op in ('u', 'd'))

union all

{% endif -%}
select
    false as _is_truncate,
    {{ debezium._place() | indent }} as _place,
    _load
from {{ relation }}
where
    (_op in ('u', 'd') and _previous is null)
    or (_op = 'd' and size(_unavailable) > 0)
{%- endmacro %}
