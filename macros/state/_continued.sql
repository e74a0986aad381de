{#-
    Where the rows that stand can take the place of the events behind them: {after, newest, refolded}, the loads
    between which the news lie and the keys, few, of which every event is read again; else nothing. Row and news tell
    enough where the news of a key come strictly behind its row, by epoch and coordinates and in its own lane, and need
    nothing that the row does not keep. Base only grows: what a query finds of these loads now holds when the model runs.
-#}
{%- macro _continued(relation, columns, base, connector) -%}
    {%- if not execute or not is_incremental() -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set names = adapter.get_columns_in_relation(this) | map(attribute='name') | map('lower') | list -%}
    {%- for column in columns if column.name | lower not in names -%}
        {{ return(none) }}
    {%- endfor -%}
    {%- set after = debezium._newest_fold() -%}
    {%- set found = run_query(debezium._news_found(relation, base, connector, after)).rows[0] -%}
    {%- set refolded = fromjson(found.refolded_keys) -%}
    {{ return(none if refolded | length > 200 or found.truncates else {
        'after': after,
        'newest': found.newest if found.newest is not none else after,
        'refolded': refolded,
    }) }}
{%- endmacro %}

{#- The newest load that the table has folded. -#}
{%- macro _newest_fold() -%}
    {{ return(run_query("select coalesce(max(_load), 0) from " ~ this).columns[0].values()[0] | int) }}
{%- endmacro %}

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
        as is_told
    from news
    left join {{ this }} as held
        on news._key = held._key
    group by news._key
)
{%- if connector.texts %},

-- updates that still wait for a document
waiting as (
    select staged._key
    from {{ relation }} as staged
    left semi join news
        on staged._key = news._key
    where
        staged._load <= {{ after }}
        and (staged._pending or staged._unavailable is not null)
)
{%- endif %}
{%- if base %},

-- a truncate that is new, or that news may stand before, concerns every key
truncates as (
    select '' as _key
    from {{ base }} as landed
    left join (
        select
            _position.origin.collection as collection,
            min(struct(_position.epoch, _position.coordinates)) as place
        from news
        group by _position.origin.collection
    ) as first_news
        on landed._position.origin.collection <=> first_news.collection
    where
        landed._class = 'truncate'
        and (
            landed._load > {{ after }}
            or (
                first_news.place is not null
                and (
                    landed._position.coordinates is null
                    or struct(landed._position.epoch, landed._position.coordinates) >= first_news.place
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
    where
        landed._class = 'tombstone'
        and landed._load > {{ after }}
)
{%- endif %},

refolded as (
    select _key
    from judged
    where not is_told
    {%- for source in (['waiting'] if connector.texts else []) + (['truncates', 'tombstones'] if base else []) %}

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

{#- The news and, before them, the rows that they meet, each as one event. -#}
{%- macro _continuing(relation, columns, connector, own, continued) -%}
{%- set standing = dict(own,
    _landing_id="''",
    _op='held._op',
    _event_id='0L',
    _source_at='held._source_at',
    _row="struct(\n    held." ~ debezium._quoted(columns | map(attribute='name')) | join(',\n    held.') ~ "\n)",
    _unavailable='if(size(held._unavailable) > 0, held._unavailable, null)',
    _pending='false',
    _load='held._load'
) -%}
{%- for name in connector.texts or [] -%}
    {%- do standing.update({name: 'cast(null as string)'}) -%}
{%- endfor -%}
news as (
    select
        _key,
        _position,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    {%- if continued.newest == continued.after %}
    where false
    {%- else %}
    where
        _load > {{ continued.after }}
        and _load <= {{ continued.newest }}
        {%- if continued.refolded %}
        and _key not in (
            {{ debezium._texts(continued.refolded) | replace("', '", "',\n            '") }}
        )
        {%- endif %}
    {%- endif %}
),

-- the row that stands, in place of the events behind it
standing as (
    select
        held._key,
        held._position,
        {{ debezium._select_pairs(standing) }},
        struct(
            held._events - 1 as events,
            held._waiting as waiting,
            held._repeats as repeats,
            held._ties as ties,
            held._order_uncertain as order_uncertain
        ) as _standing
    from {{ this }} as held
    left semi join news
        on held._key = news._key
)
{%- endmacro %}
