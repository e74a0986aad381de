{#-
    The current rows of a table without a key: each distinct row and how many there are. A create or a
    read adds one of its image, a delete removes one, an update does both; a truncate (in `base`) removes
    all before it.
-#}
{%- macro current_without_key(relation, columns=none, base=none) -%}
    {{ return(adapter.dispatch('current_without_key', 'debezium')(relation, columns, base)) }}
{%- endmacro %}

{%- macro default__current_without_key(relation, columns=none, base=none) -%}
    {%- set example = "    {{ debezium.current_without_key(ref('stg_db2__readings'), base=ref('base_db2__readings')) }}" -%}
    {%- do debezium._check_incremental('current_without_key', '_image') -%}
    {%- set columns = debezium._columns('current_without_key', columns, example) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set has_other_columns = not debezium._has_images_of(columns | map(attribute='name') | list) -%}
-- what concerns every image: truncates, and events that take a row away without saying which
with ambiguous_changes as (
    {{ debezium._ambiguous_changes(relation, base) | indent }}
),

ambiguous_totals as (
    select
        collect_list(if(_is_truncate, _place, null)) as truncates,
        max(if(_is_truncate, null, _place)) as last_blind,
        count_if(not _is_truncate and _place.coordinates is null) > 0 as is_unplaced,
        coalesce(max(_load), 0) as newest_load
    from ambiguous_changes
),

{{ debezium._added_and_removed_images(relation, columns) }},

image_events as (
    select
        {{ debezium._as_json('_row') | indent(8) }} as _image,
        _row,
        _op,
        change,
        is_incomplete,
        _place,
        _load
    from changes
),

{{ debezium._remaining_images(has_other_columns) }}

select
    _image,
    {%- for name in names %}
    _row.{{ name }},
    {%- endfor %}
    greatest(counted_rows, 0) as _rows,
    counted_rows <= 0 as _is_deleted,
    is_unsure or counted_rows < 0 or (counted_rows > 0 and (is_before_blind or is_unplaced)) as _order_uncertain,
    _load
from image_counts
{%- if has_other_columns %}

union all

{{ debezium._replaced_images(names) }}
{%- endif %}
{%- endmacro %}
