{#-
    Step 4: the declared columns, first as the source's text (`_row`), then as Spark values, and the verdict.
    A key column is read from the message's key first, which no operation leaves out.
-#}
{%- macro _typed(layout, connector, columns, key, entity, options) -%}
    {%- set texts = {} -%}
    {%- set old_texts = {} -%}
    {%- set values = {} -%}
    {%- set old_values = {} -%}
    {%- set misfits = [] -%}
    {%- set paths = [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set text = column.text or debezium._read('_texts', column, layout, connector) -%}
        {%- if column.name in key -%}
            {%- set path = debezium._text(column.path) -%}
            {%- set text = "if(map_contains_key(_key_texts, " ~ path ~ "), _key_texts[" ~ path ~ "], " ~ text ~ ")" -%}
        {%- endif -%}
        {%- do texts.update({name: text}) -%}
        {%- do values.update({name: debezium.decode('_row.' ~ name, column.data_type, column.semantic_type)}) -%}
        {%- if column.data_type != 'string' -%}
            {%- do misfits.append("if(
                _row." ~ name ~ " is null or " ~ name ~ " is not null,
                null,
                struct(" ~ debezium._text(column.name) ~ " as name, _row." ~ name ~ " as text)
            )") -%}
        {%- endif -%}
        {%- if not column.text -%}
            {%- set top = column.path.split('.')[0] if connector.extended_json else column.path -%}
            {%- do paths.append(debezium._text(top)) if debezium._text(top) not in paths -%}
            {%- do old_texts.update({name: debezium._read('_old_texts', column, layout, connector)}) -%}
            {%- do old_values.update({name: debezium.decode('_old_row.' ~ name, column.data_type, column.semantic_type)}) -%}
        {%- endif -%}
    {%- endfor -%}
typed as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {{ debezium._select(debezium._vocabulary(layout, connector, options).keys()) }},
        {{ debezium._shaped(connector.image, "if(_op = 'd', _before, " ~ connector.document ~ ")", layout, connector, options)
            | indent(8) }} as _image,
        {{ connector.key | indent(8) }} as _key_texts,
        {{ debezium._as_texts('_image', layout, connector) | indent(8) }} as _texts,
        struct(
            {{ debezium._select_pairs(texts, 12) }}
        ) as _row,
        {{ debezium._select_pairs(values) }},
        {%- if options.previous %}
        {{ debezium._shaped(connector.old_image, '_before', layout, connector, options) | indent(8) }} as _old_image,
        {{ debezium._as_texts('_old_image', layout, connector) | indent(8) }} as _old_texts,
        struct(
            {{ debezium._select_pairs(old_texts, 12) }}
        ) as _old_row,
        if(
            _old_image is null,
            null,
            struct(
                {{ debezium._select_pairs(old_values, 16) }}
            )
        ) as _previous,
        {%- endif %}
        map_filter(
            {{ '_texts' if layout.structs else '_image' }},
            (name, text) -> name not in (
                {{ paths | join(',\n                ') }}
            )
        ) as _undeclared,
        {%- if connector.carried %}
        {{ connector.carried | indent(8) }} as _carried,
        {%- endif %}
        array_compact(array(
            {{ (misfits or ['cast(null as struct<name: string, text: string>)']) | join(',\n            ') }}
        )) as _misfits,
        {{ debezium._as_json('struct(' ~ debezium._quoted(key) | join(', ') ~ ')') | indent(8) }} as _key,
        {{ debezium._coordinates(connector) | indent(8) }} as _coordinates,
        case
            {{ debezium._verdicts(layout, connector, key, entity, options) | join('\n            ') }}
            else 'data'
        end as _verdict
    from {{ 'envelope' if layout.parse else 'landed' }}
)
{%- endmacro %}

{#- An image, in the transform's shape where it is a document and options ask for one. -#}
{%- macro _shaped(image, document, layout, connector, options) -%}
    {%- if connector.extended_json and (options.delimiter is not none or options.array_encoding == 'document') -%}
        {%- do debezium._require_function('unwrap', 'debezium_document') -%}
        {{ return("from_json(
    " ~ debezium._written(layout, connector, options, 'extended', document) | indent ~ ",
    'map<string, string>'
)") }}
    {%- endif -%}
    {{ return(image) }}
{%- endmacro %}

{#- An image as text by field name; the scalars of a document decoded. -#}
{%- macro _as_texts(image, layout, connector) -%}
    {%- if layout.structs -%}
        {{ return(debezium._struct_as_map(image)) }}
    {%- endif -%}
    {{ return(debezium._decode_scalars(image) if connector.extended_json else image) }}
{%- endmacro %}

{#- One field of an image: a struct's by path, a document's by name and, below that, by JSON path. -#}
{%- macro _read(texts, column, layout, connector) -%}
    {%- set path = column.path -%}
    {%- if layout.structs and column.data_type != 'timestamp' -%}
        {#- A cast of a timestamp to text would write it in the session's time zone. -#}
        {{ return("cast(" ~ texts | replace('_texts', '_image') ~ "." ~ debezium._quote(path) ~ " as string)") }}
    {%- elif not connector.extended_json -%}
        {{ return(texts ~ "[" ~ debezium._text(path) ~ "]") }}
    {%- endif -%}
    {%- set names = path.split('.') -%}
    {%- set text = texts ~ "[" ~ debezium._text(names[0]) ~ "]" -%}
    {%- if names | length > 1 -%}
        {%- set text = debezium._decode_scalar("get_json_object(" ~ text ~ ", " ~ debezium._json_path(names[1:]) ~ ")") -%}
    {%- endif -%}
    {{ return(debezium._decode_bson_timestamp(text) if column.data_type == 'timestamp' else text) }}
{%- endmacro %}
