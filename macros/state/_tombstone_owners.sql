{#-
    Of each tombstone, whether its delete is another table's (is_of_other_table) or may be (may_be_of_other_table). Events of other
    tables with the same key are in base as filtered. A message key may name the table besides, as the
    ByLogicalTableRouter's does.
-#}
{%- macro _tombstone_owners(base) -%}
-- whose delete each tombstone follows: other tables may share its topic
records as (
    select
        _landing_id,
        _class,
        _op,
        _key,
        {{ debezium._payload('_raw_key') }} as message_key,
        concat_ws('/', _landing_table, _topic, _topic_partition) as topic_partition,
        _topic_offset
    from {{ base }}
    where
        _class in ('data', 'tombstone', 'filtered')
        and _key in (
            select tombstone_rows._key
            from {{ base }} as tombstone_rows
            where tombstone_rows._class = 'tombstone'
        )
),

compared_records as (
    select
        _landing_id,
        _class,
        _key,
        message_key,
        last_value(if(_class = 'tombstone', null, struct(_class, _op)), true) over earlier as event_before,
        bool_or(_class = 'filtered') over earlier as has_other_tables_before,
        bool_or(_class = 'data') over (partition by _key, message_key) as is_key_of_this_table,
        bool_or(_class = 'data' and message_key is not null) over (partition by _key) as has_message_keys
    from records
    window earlier as (
        partition by _key, message_key, topic_partition
        order by _topic_offset, _landing_id
        rows between unbounded preceding and 1 preceding
    )
),

tombstone_owners as (
    select
        _landing_id,
        coalesce(event_before._class = 'filtered' and event_before._op = 'd', false)
        or coalesce(
            has_message_keys
            and not is_key_of_this_table
            and size(json_object_keys(message_key)) > size(json_object_keys(_key)),
            false
        ) as is_of_other_table,
        coalesce(has_other_tables_before, false)
        and not coalesce(event_before._op = 'd', false) as may_be_of_other_table
    from compared_records
    where _class = 'tombstone'
)
{%- endmacro %}

{#- Events of other tables whose key has a tombstone: one that lands late may show whose delete that is. -#}
{%- macro _events_of_other_tables(base, name='_key') -%}
select other.{{ name }}
from {{ base }} as other
where
    other._class = 'filtered'
    and other._key in (
        select tombstone_rows._key
        from {{ base }} as tombstone_rows
        where tombstone_rows._class = 'tombstone'
    )
{%- endmacro %}

{#- Those of a load. -#}
{%- macro _new_events_of_other_tables(base, load) -%}
{{ debezium._events_of_other_tables(base) }}
    and other._load > {{ load.after }}
    and other._load <= {{ load.newest }}
{%- endmacro %}
