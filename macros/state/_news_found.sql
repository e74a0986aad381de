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

judged as (
    select
        news._key,
        bool_and(held._key is null or coalesce(
            struct(news._position.epoch, news._position.coordinates) > struct(held._position.epoch, held._position.coordinates)
            and news._position.coordinates is not null
            and news._position.arrival.lane <=> held._position.arrival.lane
            and news._position.arrival.`offset` > held._position.arrival.`offset`
            and not held._pending
            and not (
                held._is_deleted
                and (news._op = 'd' or news._unavailable is not null or held._source_at is null)
            ),
            false
        ))
        and size(collect_set(news._position.coordinates)) = size(collect_set(news._event_id))
        {%- if connector.texts %}
        and not bool_or(news._pending or news._unavailable is not null or coalesce(size(held._unavailable) > 0, false))
        {%- endif %}
        as is_told,
        bool_or(held._key is not null) as is_held
    from news
    left join {{ this }} as held
        on news._key = held._key
    group by news._key
),

-- keys without a row that have events all the same: purged, or waiting for a document
rowless_shares as (
    select distinct pmod(xxhash64(_key), 1000000) as key_share
    from judged
    where not is_held
),

rowless as (
    select /*+ broadcast(rowless_shares) */ staged._key
    from {{ relation }} as staged
    left semi join rowless_shares
        on pmod(xxhash64(staged._key), 1000000) = rowless_shares.key_share
    left semi join judged
        on staged._key = judged._key and not judged.is_held
    where staged._load <= {{ after }}
)
{%- if base %},

-- a truncate that is new, or that news may stand before, concerns every key
truncates as (
    select '' as _key
    from {{ base }} as landed
    left join (
        select
            _position.origin.collection as collection,
            min(struct(_position.epoch, _position.coordinates)) as earliest
        from news
        group by _position.origin.collection
    ) as first_news
        on landed._position.origin.collection <=> first_news.collection
    where
        landed._class = 'truncate'
        and (
            landed._load > {{ after }}
            or (
                first_news.earliest is not null
                and (
                    landed._position.coordinates is null
                    or struct(landed._position.epoch, landed._position.coordinates) >= first_news.earliest
                )
            )
        )
),

-- tombstones that do not stand right behind their delete
tombstones as (
    select landed._key
    from {{ base }} as landed
    left anti join news
        on
            landed._key = news._key
            and news._op = 'd'
            and landed._position.arrival.lane = news._position.arrival.lane
            and landed._position.arrival.`offset` = news._position.arrival.`offset` + 1
    where landed._class = 'tombstone' and landed._load > {{ after }}
)
{%- endif %},

refolded as (
    select _key
    from judged
    where not is_told
    {%- for source in ['rowless'] + (['truncates', 'tombstones'] if base else []) %}

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
