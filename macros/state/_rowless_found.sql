{#- Of the news' keys without a row, which are so many, those that have events all the same, or a tombstone: purged, waiting for a document, or late. -#}
{%- macro _rowless_found(relation, columns, base, load, keys) -%}
with news as (
    select _key
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

held as (
    {{ debezium._held(relation, columns, load) | indent }}
),

rowless as (
    select news._key
    from news
    left anti join held
        on news._key = held._key
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

{#- What is broadcast has a bound: the driver holds it. -#}
select {{ '/*+ broadcast(rowless) */ ' if keys <= 200000 }}to_json(slice(collect_set(earlier._key), 1, 201)) as refolded_keys
from earlier
left semi join rowless
    on earlier._key = rowless._key
{%- endmacro %}
