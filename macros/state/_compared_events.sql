{#-
    The new events and the existing rows of their keys, each with the event or row before it. kept: the
    columns of both besides `_row`, `_unavailable`, `_pending` and `_load`. stored_columns: what an existing row
    has besides, {name: value for a new event}. existing_rows: the step of that name.
-#}
{%- macro _compared_events(relation, columns, kept, stored_columns, load, existing_rows) -%}
    {%- set kept = kept + ['_unavailable', '_pending', '_load'] -%}
    {%- set partition = debezium._place_parts().topic_partition -%}
    {%- set new = dict(debezium._same_names(['_row'] + kept), **dict(stored_columns, _partition=partition, _is_new='true')) -%}
    {%- set existing = dict(debezium._same_names(new), _partition=partition, _is_new='false') -%}
new_events as (
    select
        _key,
        {{ debezium._row_struct(columns) | indent(8) }} as _row,
        {{ debezium._select(kept) }}
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

{{ existing_rows }},

key_events as (
    {%- for source, written in {'new_events': new, 'existing_rows': existing}.items() %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        {{ debezium._select_pairs(written) }}
    from {{ source }}
    {%- endfor %}
),

compared_events as (
    select
        _key,
        {{ debezium._select(new) }},
        lag(struct(
            _op,
            _source_at,
            _position,
            _partition,
            _topic_offset,
            _server,
            _collection,
            _is_new
        )) over (partition by _key order by _is_new, _position, _partition, _topic_offset) as _event_before
    from key_events
)
{%- endmacro %}

{#-
    Whether a new event comes after the event or row before it, which has all that it needs. An existing
    row passes unless it is pending. update_lookup: an update may need the event after it.
-#}
{%- macro _is_next(connector, update_lookup) -%}
coalesce(
    not _pending
    {%- if connector.texts %}
    and (not _is_new or _unavailable is null)
    {%- endif %}
    {%- if update_lookup %}
    and (not _is_new or (_op <> 'u' and coalesce(_event_before._op <> 'u', true)))
    {%- endif %}
    and (
        not _is_new
        or _event_before is null
        or (
            left(_position, 4) = left(_event_before._position, 4)
            and if(
                length(_position) > 4,
                _position > _event_before._position,
                -- a landed row without coordinates and time is an event of its own
                length(_event_before._position) = 4
                and _partition is not null
                and _source_at is null
                and _event_before._source_at is null
            )
            and _partition <=> _event_before._partition
            and _topic_offset > _event_before._topic_offset
            and _server <=> _event_before._server
            and _collection <=> _event_before._collection
            and _event_before._op <> 't'
            -- a deleted row lacks the values before the delete
            and (
                _event_before._is_new
                or _event_before._op <> 'd'
                or (_op <> 'd' and _unavailable is null and _event_before._source_at is not null)
            )
        )
    ),
    false
)
{%- endmacro %}

{#- The columns of a row as one struct. -#}
{%- macro _row_struct(columns, relation=none) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {{ return("struct(\n    " ~ debezium._select(debezium._columns_of(relation, names) if relation else names, 4) ~ "\n)") }}
{%- endmacro %}
