{#- A truncate that is new, or that news may stand before, concerns every key. -#}
{%- macro _truncates_of_news(base, load) -%}
truncates as (
    select landed._landing_id
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
            landed._load > {{ load.after }}
            or (
                first_news.earliest is not null
                and (
                    landed._position.coordinates is null
                    or struct(landed._position.epoch, landed._position.coordinates) >= first_news.earliest
                )
            )
        )
)
{%- endmacro %}

{#- Tombstones that do not stand right behind their delete. -#}
{%- macro _lone_tombstones(base, load) -%}
tombstones as (
    select landed._key
    from {{ base }} as landed
    left anti join news
        on
            landed._key = news._key
            and news._op = 'd'
            and landed._position.arrival.lane = news._position.arrival.lane
            and landed._position.arrival.`offset` = news._position.arrival.`offset` + 1
    where
        landed._class = 'tombstone'
        and landed._load > {{ load.after }}
        and landed._load <= {{ load.newest }}
)
{%- endmacro %}
