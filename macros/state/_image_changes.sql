{#- The images that events add and take away. A value that an update does not carry is the one before it. -#}
{%- macro _image_changes(relation, columns) -%}
    {%- set filled = {} -%}
    {%- set previous = {} -%}
    {%- set known = [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set text = debezium._text(column.name) -%}
        {%- do filled.update({name: "if(array_contains(_unavailable, " ~ text ~ "), _previous." ~ name ~ ", " ~ name ~ ")"}) -%}
        {%- do previous.update({name: "_previous." ~ name}) -%}
        {%- do known.append("if(_previous." ~ name ~ " is null, null, " ~ text ~ ")") -%}
    {%- endfor -%}
changes as (
    select
        struct(
            {{ debezium._select_pairs(filled, 12) }}
        ) as _row,
        1 as change,
        coalesce(
            size(array_except(
                _unavailable,
                array_compact(array(
                    {{ known | join(',\n                    ') }}
                ))
            )) > 0,
            false
        ) as is_incomplete,
        _position,
        _load
    from {{ relation }}
    where _op <> 'd'

    union all

    select
        struct(
            {{ debezium._select_pairs(previous, 12) }}
        ) as _row,
        -1 as change,
        false as is_incomplete,
        _position,
        _load
    from {{ relation }}
    where
        _op in ('u', 'd')
        and _previous is not null
        and not (_op = 'd' and coalesce(size(_unavailable) > 0, false))
)
{%- endmacro %}

{#- Truncates, and updates and deletes without the whole image before them. -#}
{%- macro _upsets(relation, base) -%}
    {%- if base -%}
select
    _class = 'truncate' as _is_truncate,
    _position,
    _load
from {{ base }}
where
    _class = 'truncate'
    or (_reason = 'no_image' and _op in ('u', 'd'))

union all

{% endif -%}
select
    false as _is_truncate,
    _position,
    _load
from {{ relation }}
where
    (_op in ('u', 'd') and _previous is null)
    or (_op = 'd' and size(_unavailable) > 0)
{%- endmacro %}
