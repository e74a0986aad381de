{#-
    The source block and the transaction block of an event, as structs of the fields that Debezium's connectors write. They are read
    as text first, so that a value of another type does not make its message unreadable.
-#}
{%- macro _source_blocks(connector) -%}
    {{ return({
        'source': connector.source,
        'transaction': {'id': 'string', 'total_order': 'bigint', 'data_collection_order': 'bigint'},
    }) }}
{%- endmacro %}

{#- The layout with `_source` and `_transaction` as structs, which it may give as text by name, as JSON or by single fields. -#}
{%- macro _with_blocks(layout, connector) -%}
    {%- set fields, envelope, before = dict(layout.fields or {}), dict(layout.envelope), {} -%}
    {%- for block, types in debezium._source_blocks(connector).items() -%}
        {%- set column, texts = '_' ~ block, debezium._struct_type(types, 'string') -%}
        {%- do fields.update({block: texts}) if fields[block] == 'block' -%}
        {%- set text = envelope[column] -%}
        {%- if layout.structs -%}
            {%- set text = debezium._from_json(text | indent, "'" ~ texts ~ "'") | trim -%}
        {%- elif block == 'source' and layout.source_field -%}
            {%- set entries = [] -%}
            {%- for name in types -%}
                {%- do entries.append(debezium._string_literal(name) ~ ', ' ~ layout.source_field(name)) -%}
            {%- endfor -%}
            {%- set text = text | replace('source_fields', 'named_struct(
        ' ~ entries | join(',\n        ') ~ '
    )') -%}
        {%- endif -%}
        {%- if block == 'source' and not text.startswith('_message.') -%}
            {%- do before.update(_source_text=text) -%}
            {%- set text = '_source_text' -%}
        {%- endif -%}
        {%- do envelope.update({column: debezium._as_block(text, types)}) -%}
        {%- do envelope.update(debezium._bad_position(text, connector)) if block == 'source' -%}
    {%- endfor -%}
    {{ return(dict(layout, fields=fields, envelope=dict(before, **envelope))) }}
{%- endmacro %}

{#- The struct type of fields, {name: type}; all of one type where `type` is given. -#}
{%- macro _struct_type(fields, type=none) -%}
    {%- set parts = [] -%}
    {%- for name in fields -%}
        {#- `table` alone is a keyword -#}
        {%- do parts.append((debezium._quote(name) if name == 'table' else name) ~ ':_' ~ (type or fields[name])) -%}
    {%- endfor -%}
    {{ return('struct<
    ' ~ parts | join(', ') | wordwrap(90, wrapstring='\n    ') | replace(':_', ': ') ~ '
>') }}
{%- endmacro %}

{#- A block of text as one with types; null where a text is none of its type. -#}
{%- macro _as_block(text, types) -%}
    {{ return(('cast(' if text == 'null' else 'try_cast(') ~ text ~ ' as ' ~ debezium._struct_type(types) ~ ')') }}
{%- endmacro %}

{#- Whether a number that orders the event cannot be read; no column where the connector has none. -#}
{%- macro _bad_position(text, connector) -%}
    {%- set cases = [] -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' and connector.source[name] == 'bigint' -%}
        {%- set number = text ~ "." ~ name -%}
        {%- do cases.append("(
        " ~ number ~ " <> ''
        and try_cast(" ~ number ~ " as bigint) is null
    )") -%}
    {%- endfor -%}
    {{ return({'_has_bad_position': "coalesce(
    " ~ cases | join("\n    or ") ~ ",
    false
)"} if cases else {}) }}
{%- endmacro %}
