{#-
    The rows of an existing table or dump, as events in the columns of a staging model. They come before
    all landed events, or at the given position.
-#}
{%- macro events_from_table(relation, key, connector, columns=none, position=none) -%}
    {{ return(adapter.dispatch('events_from_table', 'debezium')(relation, key, connector, columns, position)) }}
{%- endmacro %}

{%- macro default__events_from_table(relation, key, connector, columns=none, position=none) -%}
    {%- set example = "    {{ debezium.events_from_table(source('old', 'customers'), ['id'], 'mysql', position={'file': 'bin.042', 'pos': 4}) }}" -%}
    {%- set name = connector -%}
    {%- set connector = debezium._choose('events_from_table', 'connector', connector, debezium._connectors(), example) -%}
    {%- set columns = debezium._columns('events_from_table', columns, example) -%}
    {%- do debezium._check_position(key, name, connector, position or {}, example) -%}
    {%- set id = debezium._id_column(columns, key, connector) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set own = {} -%}
    {%- for column in columns -%}
        {%- set text = debezium._quote(column.name) -%}
        {%- if column.name == id -%}
            {%- do own.update({'_given_id': text}) -%}
            {%- set text = debezium._decode_scalar(text) -%}
        {%- endif -%}
        {%- do own.update({debezium._quote(column.name): "cast(" ~ text ~ " as " ~ column.data_type ~ ")"}) -%}
    {%- endfor -%}
    {%- do own.update(debezium._same_names(debezium._quoted(key) | reject('in', own) | list)) -%}
    {%- set source = dict(zip(position or {}, (position or {}).values() | map('string'))) -%}
    {%- set source = debezium._from_json(debezium._string_literal(tojson(source)), "'" ~ debezium._struct_type(connector.source, 'string') ~ "'") -%}
    {%- do own.update({
        '_op': "'r'",
        '_source': debezium._as_block(source, connector.source),
        '_topic_partition': "cast(null as int)",
        '_topic_offset': "-1L",
    }) -%}
    {%- do own.update(_typed_ids=debezium._canonical_ids(["if(startswith(_given_id, '{'), _given_id, null)"])) if id -%}
    {%- set texts = connector.texts or [] -%}
    {%- set pairs = debezium._same_names([
        '_landing_id', '_landing_table', '_topic', '_topic_partition', '_topic_offset', '_key', '_op', '_position', '_server', '_collection',
        '_event_id', '_source_at', '_topic_timestamp', '_processed_at', '_source',
    ] + texts + names + ['_unavailable', '_pending', '_invalid', '_extra', '_load']) -%}
    {%- do pairs.update(dict.fromkeys(['_landing_table', '_topic'] + texts, 'cast(null as string)')) -%}
    {%- do pairs.update(dict.fromkeys(['_topic_timestamp', '_processed_at'], 'cast(null as timestamp)')) -%}
    {%- do pairs.update(dict.fromkeys(['_invalid', '_extra'], 'cast(null as map<string, string>)')) -%}
    {%- do pairs.update(
        debezium._origin(connector),
        _position=debezium._position(connector, {}),
        _event_id="xxhash64(
    " ~ debezium._as_json('struct(\n    ' ~ (['_key', '_op', '_source'] + names) | join(',\n    ') ~ '\n)') | indent ~ "
)",
        _source_at=debezium._millis_as_timestamp('_source.ts_ms'),
        _unavailable='cast(null as array<string>)',
        _pending='false',
        _load='0L'
    ) -%}
with table_rows as (
    select
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
),

keyed_events as (
    select
        {{ debezium._select(own.keys()) }},
        {{ debezium._key_as_text(columns, key, connector) | indent(8) }} as _key,
        'table/' || _key as _landing_id,
        {{ debezium._coordinates(connector) | indent(8) }} as _coordinates
    from table_rows
)

select
    {{ debezium._select_pairs(pairs, 4) }}
from keyed_events
{%- endmacro %}

{#- A position consists of fields of a source block; a coordinate must be readable and follow the commits. -#}
{%- macro _check_position(key, name, connector, position, example) -%}
    {%- if not debezium._is_list(key) or not key -%}
        {%- do debezium._error('events_from_table', "key must be a list of columns, got: " ~ (key or 'nothing'), example) -%}
    {%- elif position is not mapping -%}
        {%- do debezium._error('events_from_table', "position must be a dictionary, got: " ~ position, example) -%}
    {%- endif -%}
    {%- set known = ['ts_ms', 'name', 'rs', 'db', 'schema', 'table', 'collection'] | select('in', connector.source) | list -%}
    {%- for field, kind in connector.coordinates.items() if kind != 'read' and field not in known -%}
        {%- do known.append(field) -%}
    {%- endfor -%}
    {%- for field, value in position.items() -%}
        {%- set kind = connector.coordinates.get(field) -%}
        {%- if field not in known -%}
            {%- do debezium._error('events_from_table', "position accepts " ~ known | join(', ') ~ ", got: " ~ field, example) -%}
        {%- elif kind and connector.follows_writes -%}
            {%- do debezium._error('events_from_table', field ~ " of " ~ name ~ " does not order commits, so it gives a table no position, got: " ~ value
                ~ ". Omit `position`, and land all events from the time of the copy on", example) -%}
        {%- elif kind and not modules.re.match(debezium._coordinate(field, kind).pattern, value | string) -%}
            {%- do debezium._error('events_from_table', field ~ " of the position cannot be read, got: " ~ value, example) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}
