{#-
    The versions of a key follow each other: numbered without gaps, in time, none open but the last, which is open if and
    only if it is current.
-#}
{% test valid_history(model) %}

{%- set loads = debezium._loads_to_test(model) %}

{{ debezium._tested_loads_note(loads) }}
with with_next_version as (
    select
        _version_id,
        _key,
        _version,
        _valid_from,
        _valid_to,
        _is_current,
        _is_obsolete,
        row_number() over (partition by _key order by _version) as place,
        lead(_valid_from) over (partition by _key order by _version) as next_from,
        lead(_version) over (partition by _key order by _version) is null as is_last
    from {{ model }}
    {%- if loads.after %}
    where {{ debezium._of_tested_keys(loads, [model]) | indent(4) }}
    {%- endif %}
)

select
    _version_id,
    case
        when _is_obsolete then 'obsolete version not deleted'
        when place <> _version then 'number missing or repeated'
        when _valid_to < _valid_from then 'ends before it begins'
        when next_from < _valid_to then 'overlaps the next'
        when _is_current and not is_last then 'marked current, but not the last version'
        when _is_current and _valid_to is not null then 'current, and not open'
        when not is_last then 'open, and not the last'
        else 'open, and not current'
    end as problem
from with_next_version
where
    _is_obsolete
    or place <> _version
    or _valid_to < _valid_from
    or next_from < _valid_to
    or (_is_current and not is_last)
    or (_is_current and _valid_to is not null)
    or (not _is_current and _valid_to is null and _valid_from is not null)

{% endtest %}
