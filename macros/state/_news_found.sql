{#-
    Of the news, the keys with a row that need every event again (few, or more than are worth a list), and how
    many have no row.
-#}
{%- macro _news_found(relation, columns, base, connector, load) -%}
with news as (
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

held as (
    {{ debezium._held(relation, columns, load) | indent }}
),

judged as (
    select
        news._key,
        bool_or(held._key is not null) as is_held,
        bool_and(coalesce(
            news._place.epoch = held._standing._position.epoch
            and news._place.coordinates > held._standing._position.coordinates
            and {{ debezium._lane_hash('news._place.origin.server', 'news._place.arrival.lane') }} = held._standing._lane_hash
            and news._place.arrival.`offset` > held._standing._position.arrival.`offset`
            and not held._pending
            and not (
                held._is_deleted
                and (news._op = 'd' or news._unavailable is not null or held._source_at is null)
            )
            {%- if connector.texts %}
            and not (news._pending or news._unavailable is not null or held._standing._unavailable is not null)
            {%- endif %},
            false
        ))
        and size(collect_set(news._place.coordinates)) = size(collect_set(news._event_id)) as is_told
    from news
    left join held
        on news._key = held._key
    group by news._key
)
{%- if load.truncates %},

{{ debezium._truncates_of_news(base, load) }}
{%- endif %}
{%- if load.tombstones %},

{{ debezium._lone_tombstones(base, load) }}
{%- endif %},

asked_keys as (
    select
        _key,
        is_held,
        is_held and is_told as is_told
    from judged
    {%- if load.tombstones %}

    union all

    select
        _key,
        true as is_held,
        false as is_told
    from tombstones
    {%- endif %}
    {%- if load.tombstones and load.other_tables %}

    union all

    select
        others._key,
        true as is_held,
        false as is_told
    from (
        {{ debezium._events_of_other_tables(base) | indent(8) }}
            and other._load > {{ load.after }}
            and other._load <= {{ load.newest }}
    ) as others
    {%- endif %}
)

select
    to_json(slice(collect_set(if(is_held and not is_told, _key, null)), 1, 201)) as refolded_keys,
    count_if(not is_held) as rowless,
    {{ '(select count(*) from truncates)' if load.truncates else 0 }} as truncates
from asked_keys
{%- endmacro %}
