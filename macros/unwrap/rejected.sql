{#-
    What could not be used, why, and its text: rejected rows, rows with a value that does not fit its column, and,
    of a connector whose updates may need the document before them, those that still wait for it.
-#}
{%- macro rejected(base, connector=none) -%}
    {{ return(adapter.dispatch('rejected', 'debezium')(base, connector)) }}
{%- endmacro %}

{%- macro default__rejected(base, connector=none) -%}
    {%- set example = "    {{ debezium.rejected(ref('base_mongodb__customers'), connector='mongodb') }}" -%}
    {%- set documents = debezium._of_documents('rejected', connector, example).texts -%}
    {%- set names = debezium._rejected_columns() -%}
    {%- set event = ['_landing_id', '_key', '_op', '_before'] -%}
{% if documents -%}
with events_of_incomplete_keys as (
    select
        {{ debezium._select(event) }},
        _pending or _unavailable is not null as _is_partial,
        {{ debezium._place() | indent(8) }} as _place
    from {{ base }}
    where
        _class = 'data'
        and _key in (
            select incomplete_events._key
            from {{ base }} as incomplete_events
            where incomplete_events._pending or incomplete_events._unavailable is not null
        )
),

positioned_rows as (
    select
        {{ debezium._select(event) }},
        _is_partial,
        struct(
            _place.epoch as epoch,
            coalesce(
                _place.coordinates,
                max(_place.coordinates) over (
                    partition by _key, _place.epoch, _place.arrival.topic_partition
                    order by _place.arrival.`offset`
                )
            ) as coordinates,
            _place.arrival as arrival
        ) as _place
    from events_of_incomplete_keys
),

pending_rows as (
    select
        _landing_id,
        _is_partial
        and _op <> 'd'
        and not coalesce(
            last_value(
                case when _op = 'd' then false when not _is_partial or _before is not null then true end,
                true
            ) over (partition by _key order by _place, _landing_id),
            false
        ) as _is_pending
    from positioned_rows
)

select
    {{ debezium._select(debezium._columns_of('landed', names), 4)
        | replace(
            'landed._reason',
            "if(pending_rows._is_pending, 'pending', coalesce(landed._reason, 'invalid_value')) as _reason"
        ) }}
from {{ base }} as landed
left join pending_rows
    on landed._landing_id = pending_rows._landing_id
where
    landed._class = 'rejected'
    or landed._invalid is not null
    or pending_rows._is_pending
{%- else -%}
select
    {{ debezium._select(names, 4) | replace('_reason', "coalesce(_reason, 'invalid_value') as _reason") }}
from {{ base }}
where
    _class = 'rejected'
    or _invalid is not null
{%- endif %}
{%- endmacro %}

{%- macro _rejected_columns() -%}
    {{ return([
        '_landing_id', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp', '_class', '_reason',
        '_key', '_op', '_invalid', '_raw_key', '_raw', '_load',
    ]) }}
{%- endmacro %}
