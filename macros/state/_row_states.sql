{#-
    For each event the last known value of each column, and of these the events that can decide. The last
    of them is the key's row. If another run has built a later load meanwhile, nothing is decided: the
    next run continues from there. timed: history, which has no counts.
-#}
{%- macro _row_states(columns, source, update_lookup, load, timed=false) -%}
    {%- set event = ['_key', '_place', '_landing_id', '_kind', '_op', '_row'] + debezium._extra_event_columns(load, timed)
        + (['_update_lookup'] if update_lookup else []) -%}
    {%- set totals = {
        '_pending_place': "max(if(_pending, _place, null)) over of_key",
        '_order_uncertain': "bool_or(_is_uncertain) over of_key",
    } -%}
    {%- do totals.update({
        '_events': "count_if(_kind = 'event' and not _pending) over of_key",
        '_pending_events': "count_if(_pending) over of_key",
        '_tied_events': "count_if(_kind = 'event' and _is_tied) over of_key",
    }) if not timed -%}
    {%- do totals.update(_row_place="last_value(if(_kind = 'event', _place, null), true) over history") if load.truncates -%}
    {%- set kept = event + ['_latest_values', '_last_image_place'] + totals | list -%}
    {#- what the steps after the filters read -#}
    {%- set decisive = kept | reject('in', ['_kind', '_may_be_of_other_table', '_row_place'] + (['_row'] if timed else [])) | list -%}
    {%- set last = {} if timed else {'_last_place': "max(struct(_place, _landing_id)) over (partition by _key)"} -%}
    {%- set previous = {'_op_before': "lag(_op) over (partition by _key order by _place, _landing_id)"} -%}
    {#- whether a truncate deletes the row is known later -#}
    {%- set uncounted = "if(_op = 't'" ~ (" or _may_be_of_other_table" if load.tombstones) ~ ", null, _op)" -%}
    {%- set may_repeat_deletes = load.truncates or load.tombstones -%}
-- a create begins a row, and so does what comes after a delete
with_first_events as (
    select
        {{ debezium._select(event + ['_pending', '_unavailable', '_is_uncertain', '_is_tied']) }},
        _op = 'c'
        or coalesce(
            last_value({{ uncounted }}, true) over earlier = 'd',
            false
        ) as _is_first
    from {{ source }}
    window earlier as (
        partition by _key
        order by _place, _landing_id
        rows between unbounded preceding and 1 preceding
    )
),

-- what was known of each column when the event had happened
row_states as (
    select
        {{ debezium._select(event) }},
        {{ debezium._last_known_values(columns, 'history', '_is_first') | indent(8) }} as _latest_values,
        max(if(_op in ('d', 't') or _pending, null, _place)) over history as _last_image_place,
        {{ debezium._select_pairs(totals) }}
    from with_first_events
    window
        of_key as (partition by _key),
        history as (
            partition by _key
            order by _place, _landing_id
            rows between unbounded preceding and current row
        )
),

-- before the first row image only delete events count
{{ 'with_previous_op' if may_repeat_deletes else 'decisive_events' }} as (
    select
        {{ debezium._select_pairs(dict(debezium._same_names(decisive + (['_kind'] if may_repeat_deletes else [])), **(previous if may_repeat_deletes else last))) }}
    from row_states
    {{ debezium._where([
        "(_last_image_place is not null or (_kind = 'event' and _op = 'd'))",
        "not _may_be_of_other_table" if load.tombstones,
        "(
    _kind <> 'truncate'
    or (
        " ~ debezium._empties('_place', '_row_place') | indent(8) ~ "
    )
)" if load.truncates,
        debezium._is_only_run(load) if load.after is not none,
    ]) }}
)
{%- if may_repeat_deletes -%}
,

decisive_events as (
    select
        {{ debezium._select_pairs(dict(debezium._same_names(decisive), **last)) }}
    from with_previous_op
    where
        _kind = 'event'
        or _op_before not in ('d', 't')
)
{%- endif -%}
{%- endmacro %}

{#- Whether an event after the last image of the key needs an earlier document. -#}
{%- macro _is_pending() -%}
coalesce(
    _pending_place > if(_op in ('d', 't'), _place, _last_image_place),
    false
)
{%- endmacro %}
