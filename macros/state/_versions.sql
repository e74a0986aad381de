{#- The versions of a key, numbered: from a change of its content to the next, a delete being one. -#}
{%- macro _versions(marks) -%}
versions as (
    select
        _key,
        _op,
        _place,
        _latest_values,
        _newest_load,
        {{ debezium._select(marks) }},
        _content,
        _change_time.changed_at as _valid_from,
        lead(_change_time.changed_at) over (partition by _key order by _event_number) as _valid_to,
        _change_time.is_uncertain
        or coalesce(
            lead(_change_time.is_uncertain) over (partition by _key order by _event_number),
            false
        ) as _time_uncertain,
        lead(_event_number) over (partition by _key order by _event_number) is null as _is_current,
        count(_content) over (partition by _key order by _event_number) as _version
    from compared
    where not _content <=> _content_before
)
{%- endmacro %}
