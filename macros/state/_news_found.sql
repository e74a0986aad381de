{#- Of the news, the newest load and the keys that need every event again: few, or more than are worth a list. -#}
{%- macro _news_found(relation, base, connector, after) -%}
with news as (
    select
        _key,
        _position,
        _op,
        _event_id,
        _unavailable,
        _pending,
        _load
    from {{ relation }}
    where _load > {{ after }}
),

held as (
    select
        held._key,
        held._position,
        held._is_deleted,
        held._pending,
        held._unavailable,
        held._source_at
    from {{ this }} as held
    left semi join news
        on held._key = news._key
),

judged as (
    select
        news._key,
        bool_or(held._key is not null) as is_held,
        bool_and(coalesce(
            struct(news._position.epoch, news._position.coordinates) > struct(held._position.epoch, held._position.coordinates)
            and news._position.coordinates is not null
            and news._position.arrival.lane <=> held._position.arrival.lane
            and news._position.arrival.`offset` > held._position.arrival.`offset`
            and not held._pending
            and not (
                held._is_deleted
                and (news._op = 'd' or news._unavailable is not null or held._source_at is null)
            )
            {%- if connector.texts %}
            and not (news._pending or news._unavailable is not null or size(held._unavailable) > 0)
            {%- endif %},
            false
        ))
        and size(collect_set(news._position.coordinates)) = size(collect_set(news._event_id)) as is_told
    from news
    left join held
        on news._key = held._key
    group by news._key
),

-- keys without a row that have events all the same: purged, or waiting for a document
rowless_shares as (
    select distinct {{ debezium._share('_key') }} as key_share
    from judged
    where not is_held
),

rowless as (
    select /*+ broadcast(rowless_shares) */ staged._key
    from {{ relation }} as staged
    left semi join rowless_shares
        on {{ debezium._share('staged._key') }} = rowless_shares.key_share
    left semi join judged
        on staged._key = judged._key and not judged.is_held
    where staged._load <= {{ after }}
)
{%- if base %},

{{ debezium._deleting_news(base, after) }}
{%- endif %},

refolded as (
    select _key
    from judged
    where is_held and not is_told
    {%- for source in ['rowless'] + (['tombstones'] if base else []) %}

    union distinct

    select _key
    from {{ source }}
    {%- endfor %}
)

select
    (select max(_load) from {{ base or 'news' }}) as newest,
    to_json(slice(collect_set(_key), 1, 201)) as refolded_keys,
    {{ '(select count(*) from truncates)' if base else 0 }} as truncates
from refolded
{%- endmacro %}
