{#- The last step: the rows of the base table, under their names and in their order. -#}
{%- macro _events(layout, connector, columns, key) -%}
    {%- set names = [] -%}
    {%- set open = [] -%}
    {%- for column in columns -%}
        {%- do names.append(debezium._quote(column.name)) -%}
        {%- if column.name not in key -%}
            {%- set paths = [debezium._text(column.path.split('.')[0]), debezium._text(column.path)] | unique | join(', ') -%}
            {%- do open.append("if(arrays_overlap(_carried, array(" ~ paths ~ ")), null, " ~ debezium._text(column.name) ~ ")") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set hashed = ['_key', '_op', '_source'] + (connector.texts or ['_before', '_after']) -%}
    {%- set given = [] -%}
    {%- for name in connector.coordinates -%}
        {%- do given.append("_coordinates." ~ name ~ " is not null") -%}
    {%- endfor -%}
select
    _landing_id,
    _topic,
    _topic_partition,
    _topic_offset,
    _landed_at,
    split_part(_verdict, ': ', 1) as _class,
    nullif(split_part(_verdict, ': ', 2), '') as _reason,
    _op,
    _key,
    struct(
        0 as epoch,
        if(
            {{ connector.streamed or given | join('\n            or ') }},
            _coordinates,
            null
        ) as coordinates,
        struct(_topic_partition, _topic_offset) as arrival
    ) as _position,
    xxhash64(
        {{ debezium._as_json('struct(\n    ' ~ hashed | join(',\n    ') ~ '\n)') | indent(8) }}
    ) as _event_id,
    {{ debezium._epoch_millis("_source['ts_ms']") | indent }} as _source_at,
    {{ debezium._epoch_millis('_ts_ms') | indent }} as _processed_at,
    _source,
    _transaction,
    {%- for text in connector.texts or [] %}
    {{ text }},
    {%- endfor %}
    {{ debezium._select(names, 4) }},
    {%- if connector.carried %}
    if(
        _carried is null,
        null,
        array_compact(array(
            {{ open | join(',\n            ') }}
        ))
    ) as _unavailable,
    {{ connector.pending | indent }} as _pending,
    {%- else %}
    cast(null as array<string>) as _unavailable,
    false as _pending,
    {%- endif %}
    if(_verdict = 'data' and size(_misfits) > 0, map_from_entries(_misfits), null) as _invalid,
    if(_verdict = 'data' and size(_undeclared) > 0, _undeclared, null) as _extra,
    _raw_key,
    if(_verdict = 'data' and size(_misfits) = 0, null, _raw) as _raw,
    {{ debezium._next_load() }} as _load
from typed
{%- endmacro %}
