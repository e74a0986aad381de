{#-
    The versions of a key, numbered: from a change of its content to the next, a delete being one. event:
    the columns of an event. may_wait: whether events may need an earlier document.
-#}
{%- macro _versions(event, may_wait) -%}
compared_versions as (
    select
        {{ debezium._select(event) }},
        _content,
        _change_time,
        _event_number,
        lag(_content) over in_order as _content_before,
        lead(_key) over in_order is null as _is_last,
        last_value(struct(
            _op,
            {{ debezium._select_pairs(debezium._place_columns(), 12) }},
            unix_micros(_change_time.changed_at) as _changed_at,
            _change_time.is_uncertain as _is_uncertain,
            {{ '_is_pending' if may_wait else 'false' }} as _pending
        )) over (
            partition by _key
            order by _event_number
            rows between unbounded preceding and unbounded following
        ) as _last
    from with_contents
    window in_order as (partition by _key order by _event_number)
),

-- the events that change the content
versions as (
    select
        {{ debezium._select(event) }},
        _content,
        _change_time.changed_at as _valid_from,
        lead(_change_time.changed_at) over in_order as _valid_to,
        _change_time.is_uncertain
        or coalesce(lead(_change_time.is_uncertain) over in_order, false) as _time_uncertain,
        lead(_event_number) over in_order is null as _is_current,
        sum(if(_content is null, 0L, 1L){{ ' + _versions_before' if '_versions_before' in event }}) over in_order as _version,
        -- at most a delete comes after it
        lead(_content) over in_order is null and lead(_key, 2) over in_order is null as _is_last_version,
        _is_last,
        _last,
        -- a delete after the delete that ended the version
        coalesce(not lead(_is_last) over in_order, false) as _is_deleted_again
    from compared_versions
    where not _content <=> _content_before
    window in_order as (partition by _key order by _event_number)
)
{%- endmacro %}
