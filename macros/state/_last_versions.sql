{#-
    The last version of each key with new events, and the event after it, which deleted the row or left it
    as it was.
-#}
{%- macro _last_versions(columns, version_flags, load) -%}
    {%- set place = ['_op'] + debezium._place_columns() | list -%}
    {%- set place = dict(zip(place, debezium._each("if(_is_after, _event_after.{}, {})", place))) -%}
last_versions as (
    select
        loaded._key,
        {{ debezium._row_struct(columns, 'loaded') | indent(8) }} as _row,
        {{ debezium._select(debezium._columns_of('loaded', place)) }},
        loaded._version,
        loaded._valid_from,
        {{ debezium._select(debezium._columns_of('loaded', version_flags)) }},
        loaded._time_uncertain,
        loaded._load,
        from_json(
            loaded._last_event,
            '_op string, _position string, _landing_table string, _topic string, _topic_partition int,'
            || ' _topic_offset bigint, _server string, _collection string, _changed_at bigint, _is_uncertain boolean,'
            || ' _pending boolean'
        ) as _event_after,
        explode(if(loaded._last_event = '{}', array(false), array(false, true))) as _is_after
    from {{ this }} as loaded
    where
        loaded._last_event is not null
        and {{ debezium._has_key_in('loaded._key', 'new_events', load) | indent(8) }}
),

existing_rows as (
    select
        _key,
        _row,
        {{ debezium._select_pairs(place) }},
        if(_is_after, timestamp_micros(_event_after._changed_at), _valid_from) as _topic_timestamp,
        if(if(_is_after, _event_after._is_uncertain, _time_uncertain), null, _topic_timestamp) as _source_at,
        -- the version sorts before the event after it, also where their places are equal
        if(_is_after, '1', '0') as _landing_id,
        if(
            _is_after,
            array(
                {{ debezium._string_literals(columns | map(attribute='name'), ',\n                ') }}
            ),
            null
        ) as _unavailable,
        {%- if '_update_lookup' in version_flags %}
        -- a row from before the table had the column is recomputed
        coalesce(_event_after._pending, false) or _update_lookup is null as _pending,
        {%- else %}
        coalesce(_event_after._pending, false) as _pending,
        {%- endif %}
        _load,
        {{ debezium._select(version_flags) }},
        if(_is_after, 0L, _version - 1) as _versions_before
    from last_versions
)
{%- endmacro %}
