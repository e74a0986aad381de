{#-
    The keys of new events that have a row and need all their events again (few, or more than a list
    should contain), and the number of keys without a row.
-#}
{%- macro _keys_to_recompute(relation, columns, base, connector, load) -%}
with new_events as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        _op,
        _event_id,
        _unavailable,
        _pending,
        _load
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

loaded as (
    {{ debezium._existing_rows(relation, columns, load) | indent }}
),

compared_keys as (
    select
        new_events._key,
        bool_or(loaded._key is not null) as is_existing,
        bool_and(coalesce(
            new_events._place.epoch = loaded._merge_state._position.epoch
            and new_events._place.coordinates > loaded._merge_state._position.coordinates
            and loaded._merge_state._origin_hash
            = {{ debezium._origin_hash('new_events._place.origin.server', 'new_events._place.arrival.topic_partition') }}
            and new_events._place.arrival.`offset` > loaded._merge_state._position.arrival.`offset`
            and not loaded._pending
            and not (
                loaded._is_deleted
                and (new_events._op = 'd' or new_events._unavailable is not null or loaded._source_at is null)
            )
            {%- if connector.texts %}
            and not (
                new_events._pending
                or new_events._unavailable is not null
                or loaded._merge_state._unavailable is not null
            )
            {%- endif %},
            false
        ))
        and size(collect_set(new_events._place.coordinates)) = size(collect_set(new_events._event_id)) as is_certain
    from new_events
    left join loaded
        on new_events._key = loaded._key
    group by new_events._key
)
{%- if load.truncates %},

{{ debezium._new_truncates(base, load) }}
{%- endif %}
{%- if load.tombstones %},

{{ debezium._single_tombstones(base, load) }}
{%- endif %},

keys_with_state as (
    select
        _key,
        is_existing,
        is_existing and is_certain as is_certain
    from compared_keys
    {%- if load.tombstones %}

    union all

    select
        _key,
        true as is_existing,
        false as is_certain
    from tombstones
    {%- endif %}
    {%- if load.tombstones and load.other_tables %}

    union all

    select
        others._key,
        true as is_existing,
        false as is_certain
    from (
        {{ debezium._events_of_other_tables(base) | indent(8) }}
            and other._load > {{ load.after }}
            and other._load <= {{ load.newest }}
    ) as others
    {%- endif %}
)

select
    to_json(slice(collect_set(if(is_existing and not is_certain, _key, null)), 1, 201)) as recomputed_keys,
    count_if(not is_existing) as keys_without_rows,
    {{ '(select count(*) from truncates)' if load.truncates else 0 }} as truncates
from keys_with_state
{%- endmacro %}
