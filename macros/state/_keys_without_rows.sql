{#-
    The new events' keys without a row that have events or a tombstone in base: purged, pending or late
    keys.
-#}
{%- macro _keys_without_rows(relation, columns, base, load, keys) -%}
with new_events as (
    select _key
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

loaded as (
    {{ debezium._existing_rows(relation, columns, load) | indent }}
),

keys_without_rows as (
    select new_events._key
    from new_events
    left anti join loaded
        on new_events._key = loaded._key
),

earlier as (
    select staged._key
    from {{ relation }} as staged
    where staged._load <= {{ load.after }}
    {%- if load.tombstones %}

    union all

    select landed._key
    from {{ base }} as landed
    where
        landed._class = 'tombstone'
        and landed._load <= {{ load.after }}
    {%- endif %}
)

{#- The size of a broadcast is limited, because the driver keeps it in memory. -#}
select {{ '/*+ broadcast(keys_without_rows) */ ' if keys <= 200000 }}to_json(slice(collect_set(earlier._key), 1, 201)) as recomputed_keys
from earlier
left semi join keys_without_rows
    on earlier._key = keys_without_rows._key
{%- endmacro %}
