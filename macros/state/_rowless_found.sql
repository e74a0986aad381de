{#- Of the news' keys without a row, which are so many, those that have events all the same: purged, or waiting for a document. -#}
{%- macro _rowless_found(relation, load, keys) -%}
with news as (
    select _key
    from {{ relation }}
    where
        _load > {{ load.after }}
        and _load <= {{ load.newest }}
),

held as (
    select held._key
    from {{ this }} as held
    left semi join news
        on held._key = news._key
),

rowless as (
    select news._key
    from news
    left anti join held
        on news._key = held._key
)

{#- What is broadcast has a bound: the driver holds it. -#}
select {{ '/*+ broadcast(rowless) */ ' if keys <= 200000 }}to_json(slice(collect_set(staged._key), 1, 201)) as refolded_keys
from {{ relation }} as staged
left semi join rowless
    on staged._key = rowless._key
where staged._load <= {{ load.after }}
{%- endmacro %}
