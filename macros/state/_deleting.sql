{#- A truncate deletes every key of its table. -#}
{%- macro _truncates(base, texts, load, times) -%}
emptying as (
    select
        _position,
        _landing_id,
        _event_id,
        {{ debezium._select(times) }},
        _load
    from {{ base }}
    where
        _class = 'truncate'
        {%- if load.newest is not none %}
        and _load <= {{ load.newest }}
        {%- endif %}
),

emptied as (
    select distinct _position.origin.collection as _collection
    from emptying
),

emptied_keys as (
    select /*+ broadcast(emptied) */ distinct
        changed._key,
        emptied._collection
    from changed
    inner join emptied
        on changed._position.origin.collection <=> emptied._collection
),

truncates as (
    select
        emptied_keys._key,
        landed._position,
        landed._landing_id,
        'truncate' as _kind,
        't' as _op,
        landed._event_id,
        {{ debezium._select(debezium._columns_of('landed', times)) }},
        {{ debezium._without_row(texts) }}
    from emptying as landed
    inner join emptied_keys
        on landed._position.origin.collection <=> emptied_keys._collection
)
{%- endmacro %}

{#-
    A tombstone deletes its own key. It belongs to the delete before it under the same message key, which may be of
    another table: then it deletes nothing. Where the key has events of other tables and no delete before it, nothing shows
    whose row it deletes: it is kept as ambiguous, for `_order_uncertain`.
-#}
{%- macro _tombstones(base, texts, load, times, continued, is_touched) -%}
{%- if load.other_tables %}
{{ debezium._tombstone_owners(base) }},

{% endif -%}
tombstones as (
    select
        landed._key,
        landed._position,
        landed._landing_id,
        'tombstone' as _kind,
        'd' as _op,
        landed._event_id,
        {{ debezium._select(debezium._columns_of('landed', times)) }},
        {{ debezium._without_row(texts, 'tombstone_owners.is_ambiguous' if load.other_tables else 'false') }}
    from {{ base }} as landed
    {%- if load.other_tables %}
    inner join tombstone_owners
        on landed._landing_id = tombstone_owners._landing_id
    {%- endif %}
    where
        landed._class = 'tombstone'
        {%- if load.other_tables %}
        and not tombstone_owners.is_of_other_table
        {%- endif %}
        {%- if load.newest is not none %}
        and landed._load <= {{ load.newest }}
        {%- endif %}
        {%- if is_touched %}
        and {{ debezium._is_touched('landed._key') | indent(8) }}
        {%- elif continued %}
        and landed._key in (
            {{ continued.refolded }}
        )
        {%- endif %}
)
{%- endmacro %}

{#-
    Of each tombstone, whether its delete is another table's (is_of_other_table) or may be (is_ambiguous). Events of other
    tables with the same key are in base as unmodelled. A message key may name the table besides, as the
    ByLogicalTableRouter's does.
-#}
{%- macro _tombstone_owners(base) -%}
records as (
    select
        _landing_id,
        _class,
        _op,
        _key,
        _raw_key,
        {{ debezium._payload('_raw_key') }} as message_key,
        concat_ws('/', _landing_table, _topic, _topic_partition) as topic_partition,
        _topic_offset
    from {{ base }}
    where
        _class in ('data', 'tombstone', 'unmodelled')
        and _key in (
            select deleting._key
            from {{ base }} as deleting
            where deleting._class = 'tombstone'
        )
),

compared_records as (
    select
        _landing_id,
        _class,
        _key,
        message_key,
        last_value(if(_class = 'tombstone', null, struct(_class, _op)), true) over earlier as before,
        bool_or(_class = 'unmodelled') over earlier as has_other_tables,
        bool_or(_class = 'data') over (partition by _key, message_key) as is_of_this_table,
        bool_or(_class = 'data' and _raw_key is not null) over (partition by _key) as has_message_keys
    from records
    window earlier as (
        partition by _key, message_key, topic_partition
        order by _topic_offset
        rows between unbounded preceding and 1 preceding
    )
),

tombstone_owners as (
    select
        _landing_id,
        coalesce(before._class = 'unmodelled' and before._op = 'd', false)
        or coalesce(
            has_message_keys
            and not is_of_this_table
            and size(json_object_keys(message_key)) > size(json_object_keys(_key)),
            false
        ) as is_of_other_table,
        coalesce(has_other_tables, false) and not coalesce(before._op = 'd', false) as is_ambiguous
    from compared_records
    where _class = 'tombstone'
)
{%- endmacro %}

{#- Events of other tables whose key has a tombstone: one that lands late may show whose delete that is. -#}
{%- macro _events_of_other_tables(base, name='_key') -%}
select other.{{ name }}
from {{ base }} as other
where
    other._class = 'unmodelled'
    and other._key in (
        select deleting._key
        from {{ base }} as deleting
        where deleting._class = 'tombstone'
    )
{%- endmacro %}

{#- What an event has that brings no row. -#}
{%- macro _without_row(texts, is_ambiguous='false') -%}
    {%- set nothing = {
        '_row': 'null',
        '_unavailable': 'cast(null as array<string>)',
        '_pending': 'false',
        '_is_ambiguous': is_ambiguous,
        '_load': 'landed._load',
    } -%}
    {%- for name in texts -%}
        {%- do nothing.update({name: 'cast(null as string)'}) -%}
    {%- endfor -%}
    {{ return(debezium._select_pairs(nothing)) }}
{%- endmacro %}
