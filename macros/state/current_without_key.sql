{#-
    The current state of a table without a key: which rows it holds, and how many of each. A create or a read adds
    one of its image, a delete takes one away, an update does both; a truncate (in `base`) takes all before it.
-#}
{%- macro current_without_key(relation, columns=none, base=none) -%}
    {{ return(adapter.dispatch('current_without_key', 'debezium')(relation, columns, base)) }}
{%- endmacro %}

{%- macro default__current_without_key(relation, columns=none, base=none) -%}
    {%- set example -%}
{% raw %}    {{ debezium.current_without_key(ref('stg_db2__readings'), base=ref('base_db2__readings')) }}{% endraw %}
    {%- endset -%}
    {%- set columns = debezium._columns('current_without_key', columns, example) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
-- what concerns every image: truncates, and events that take a row away without saying which
with upsets as (
    {{ debezium._upsets(relation, base) | indent }}
),

upset as (
    select
        collect_list(if(_is_truncate, _position, null)) as truncates,
        max(if(_is_truncate, null, _position)) as last_blind,
        count_if(not _is_truncate and _position.coordinates is null) > 0 as is_unplaced,
        coalesce(max(_load), 0) as newest_load
    from upsets
),

{{ debezium._image_changes(relation, columns) }},

imaged as (
    select
        {{ debezium._as_json('_row') | indent(8) }} as _image,
        _row,
        change,
        is_incomplete,
        _position,
        _load
    from changes
),
{%- if is_incremental() %}

touched as (
    select imaged._image
    from imaged
    cross join upset
    where greatest(imaged._load, upset.newest_load) > (
        select coalesce(max(held._load), 0)
        from {{ this }} as held
    )
),
{%- endif %}

-- coordinates tell whether a truncate came later; without them the place in the lane does, if it is the same
cut as (
    select
        imaged._image,
        imaged._row,
        imaged.is_incomplete,
        imaged._position,
        imaged._load,
        upset.last_blind,
        upset.is_unplaced,
        upset.newest_load,
        if(
            exists(
                upset.truncates,
                cut -> cut.origin.`table` <=> imaged._position.origin.`table`
                    and if(
                        (cut.coordinates is null or imaged._position.coordinates is null)
                        and cut.arrival.lane <=> imaged._position.arrival.lane,
                        struct(cut.epoch, cut.arrival.`offset`)
                        > struct(imaged._position.epoch, imaged._position.arrival.`offset`),
                        cut > imaged._position
                    )
            ),
            null,
            imaged.change
        ) as change,
        exists(
            upset.truncates,
            cut -> cut.origin.`table` <=> imaged._position.origin.`table`
                and cut.epoch = imaged._position.epoch
                and (cut.coordinates is null or imaged._position.coordinates is null)
                and not cut.arrival.lane <=> imaged._position.arrival.lane
        ) as is_unsure
    from imaged
    cross join upset
    {%- if is_incremental() %}
    where imaged._image in (select touched._image from touched)
    {%- endif %}
),

counted as (
    select
        _image,
        any_value(_row) as _row,
        coalesce(sum(change), 0) as counted_rows,
        bool_or(is_unsure or (is_incomplete and change is not null)) as is_unsure,
        -- it may have been one of these that was taken away
        coalesce(max(last_blind) > min(if(change > 0, _position, null)), false)
        or (bool_or(is_unplaced) and count(change) > 0) as is_suspect,
        greatest(max(_load), max(newest_load)) as _load
    from cut
    group by _image
)

select
    _image,
    {%- for name in names %}
    _row.{{ name }},
    {%- endfor %}
    greatest(counted_rows, 0) as _rows,
    counted_rows <= 0 as _is_deleted,
    is_unsure or counted_rows < 0 or (is_suspect and counted_rows > 0) as _order_uncertain,
    _load
from counted
{%- endmacro %}
