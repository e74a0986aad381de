{#- A truncate that is new, or that new events may precede, affects every key. -#}
{%- macro _new_truncates(base, load) -%}
truncates as (
    select landed._landing_id
    from {{ base }} as landed
    left join (
        select
            _place.origin.collection as collection,
            min({{ debezium._place_columns()._position }}) as earliest
        from new_events
        group by _place.origin.collection
    ) as first_news
        on landed._collection <=> first_news.collection
    where
        landed._class = 'truncate'
        and (
            landed._load > {{ load.after }}
            or (
                first_news.earliest is not null
                and (
                    {{ debezium._place_parts('landed.').coordinates }} is null
                    or landed._position >= first_news.earliest
                )
            )
        )
)
{%- endmacro %}

{#- Tombstones that do not directly follow their delete. -#}
{%- macro _single_tombstones(base, load) -%}
tombstones as (
    select landed._key
    from {{ base }} as landed
    left anti join new_events
        on
            landed._key = new_events._key
            and new_events._op = 'd'
            and {{ debezium._place_parts('landed.').topic_partition }} = new_events._place.arrival.topic_partition
            and landed._topic_offset = new_events._place.arrival.`offset` + 1
    where
        landed._class = 'tombstone'
        and landed._load > {{ load.after }}
        and landed._load <= {{ load.newest }}
)
{%- endmacro %}
