{#-
    The images with new events, with the number of rows that are left. Events before a truncate do not
    count. has_other_columns: all images, because the columns of the model have changed.
-#}
{%- macro _remaining_images(has_other_columns) -%}
{%- set event = ['_image', '_row', '_op', 'change', 'is_incomplete', '_place', '_load'] -%}
{%- set of_all = ['last_blind', 'is_unplaced', 'newest_load'] -%}
{%- set is_partial = is_incremental() and not has_other_columns -%}
{%- if is_partial -%}
affected_keys as (
    select image_events._image
    from image_events
    cross join ambiguous_totals
    where greatest(image_events._load, ambiguous_totals.newest_load) > (
        select coalesce(max(loaded._load), 0)
        from {{ this }} as loaded
    )
),

{% endif -%}
ambiguous_images as (
    select
        {{ debezium._select(debezium._columns_of('image_events', event)) }},
        {{ debezium._select(debezium._columns_of('ambiguous_totals', of_all)) }},
        filter(
            ambiguous_totals.truncates,
            cut -> (
                {{ debezium._empties('cut', 'image_events._place') | indent(16) }}
            )
        ) as truncates
    from image_events
    cross join ambiguous_totals
    {%- if is_partial %}
    where image_events._image in (select affected_keys._image from affected_keys)
    {%- endif %}
),

-- coordinates order truncate and image, otherwise the offset does within a topic partition;
-- without partitions a read that landed before the truncate is certain
image_changes as (
    select
        {{ debezium._select(event | reject('in', ['_op', 'change'])) }},
        {{ debezium._select(of_all) }},
        if(
            exists(
                truncates,
                cut -> if(
                    (cut.coordinates is null or _place.coordinates is null)
                    and cut.arrival.topic_partition <=> _place.arrival.topic_partition,
                    struct(cut.epoch, cut.arrival.`offset`) > struct(_place.epoch, _place.arrival.`offset`),
                    cut > _place
                )
            ),
            null,
            change
        ) as change,
        exists(
            truncates,
            cut -> cut.epoch = _place.epoch
            and coalesce(cut.coordinates = _place.coordinates, true)
            and coalesce(
                cut.arrival.topic_partition <> _place.arrival.topic_partition,
                _op <> 'r'
                or cut.coordinates is null
                or _place.coordinates is not null
                or cut.arrival.`offset` < _place.arrival.`offset`
            )
        ) as is_unsure
    from ambiguous_images
),

image_counts as (
    select
        _image,
        any_value(_row) as _row,
        coalesce(sum(change), 0) as counted_rows,
        bool_or(is_unsure or (is_incomplete and change is not null)) as is_unsure,
        -- it may have been one of these that was taken away
        coalesce(max(last_blind) > min(if(change > 0, _place, null)), false) as is_before_blind,
        coalesce(bool_or(is_unplaced and change is not null), false) as is_unplaced,
        greatest(max(_load), max(newest_load)) as _load
    from image_changes
    group by _image
)
{%- endmacro %}

{#-
    Whether the images of the table have these columns. One image shows it, because a load after a change
    of the columns writes all of them.
-#}
{%- macro _has_images_of(names) -%}
    {%- if not execute or not is_incremental() -%}
        {{ return(true) }}
    {%- endif -%}
    {%- set found = run_query("select json_object_keys(_image) = array(" ~ debezium._string_literals(names) ~ ") from " ~ this
        ~ " where not _is_deleted limit 1").rows -%}
    {{ return(not found or found[0][0]) }}
{%- endmacro %}

{#- The images of the table that have other columns than the model: no row has them any more. -#}
{%- macro _replaced_images(names) -%}
    {%- set lacking = debezium._missing_columns(this, names) -%}
select
    loaded._image,
    {%- for name in names %}
    {{ 'null as ' ~ name if name in lacking else 'loaded.' ~ name }},
    {%- endfor %}
    0L as _rows,
    true as _is_deleted,
    false as _order_uncertain,
    (select max(image_counts._load) from image_counts) as _load
from {{ this }} as loaded
left anti join image_counts
    on loaded._image = image_counts._image
where not loaded._is_deleted
{%- endmacro %}
