{#-
    The keys for which a load needs other events than its new ones and the row: earlier events of a key
    without a row (purged, pending or late), tombstones after a new event or not directly after their
    delete, and events of other tables that may show whose a tombstone is. With the keys that are not
    ordinary, they are `affected_keys`, which need all their events again.
-#}
{%- macro _other_events(relation, base, load) -%}
keys_without_rows as (
    select _key
    from last_events
    where not _is_existing
),

other_events as (
    select distinct staged._key
    from {{ relation }} as staged
    where
        staged._load <= {{ load.after }}
        and {{ debezium._has_key_in('staged._key', 'keys_without_rows', load) | indent(8) }}
    {%- if load.tombstones %}

    union all

    select landed._key
    from {{ base }} as landed
    where
        landed._class = 'tombstone'
        and landed._load <= {{ load.after }}
        and {{ debezium._has_key_in('landed._key', 'keys_without_rows', load) | indent(8) }}

    union all

    select landed._key
    from {{ base }} as landed
    left semi join new_events
        on
            landed._key = new_events._key
            and landed._landing_table <=> new_events._landing_table
            and landed._topic <=> new_events._topic
            and landed._topic_partition <=> new_events._topic_partition
            and landed._topic_offset > new_events._topic_offset
    where
        landed._class = 'tombstone'
        and landed._load <= {{ load.after }}
        {%- if load.first_offset is not none %}
        -- the lowest offset of the new events
        and landed._topic_offset > {{ load.first_offset }}
        {%- endif %}

    union all

    select landed._key
    from {{ base }} as landed
    left anti join new_events
        on
            landed._key = new_events._key
            and new_events._op = 'd'
            and landed._landing_table <=> new_events._landing_table
            and landed._topic = new_events._topic
            and landed._topic_partition = new_events._topic_partition
            and landed._topic_offset = new_events._topic_offset + 1
            and landed._load <= new_events._load
    where
        landed._class = 'tombstone'
        and landed._key is not null
        and landed._load > {{ load.after }}
        and landed._load <= {{ load.newest }}
    {%- if load.other_tables %}

    union all

    {{ debezium._new_events_of_other_tables(base, load) | indent }}
    {%- endif %}
    {%- endif %}
),

affected_keys as (
    select _key
    from last_events
    where not _is_ordinary

    union all

    select _key
    from other_events
)
{%- endmacro %}

{#- The number of truncates that are new, or that a new event may precede: they affect every key. -#}
{%- macro _new_truncates(relation, base, load) -%}
select count(*) as truncates
from {{ base }} as landed
left join (
    select
        _collection,
        min(_position) as earliest
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
    group by _collection
) as first_events
    on landed._collection <=> first_events._collection
where
    landed._class = 'truncate'
    and landed._load <= {{ load.newest }}
    and (
        landed._load > {{ load.after }}
        or (
            first_events.earliest is not null
            and (
                {{ debezium._place_parts('landed.').coordinates | indent(16) }} is null
                or landed._position >= first_events.earliest
            )
        )
    )
{%- endmacro %}
