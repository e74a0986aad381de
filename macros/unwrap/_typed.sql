{#-
    Step 4: the declared columns, first as the source's text (`_row`), then as Spark values, and the verdict.
    A key column is read from the message's key first, which no operation leaves out.
-#}
{%- macro _typed(layout, connector, columns, key, entity) -%}
    {%- set texts = [] -%}
    {%- set values = {} -%}
    {%- set misfits = [] -%}
    {%- set paths = [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set text = debezium._read(column, layout, connector) -%}
        {%- if column.name in key -%}
            {%- set path = debezium._text(column.path) -%}
            {%- set text = "if(map_contains_key(_key_texts, " ~ path ~ "), _key_texts[" ~ path ~ "], " ~ text ~ ")" -%}
        {%- endif -%}
        {%- set text = debezium._decode_scalar(text) if connector.extended_json else text -%}
        {%- do texts.append(text | indent(12) ~ " as " ~ name) -%}
        {%- do values.update({name: debezium.decode('_row.' ~ name, column.data_type, column.semantic_type)}) -%}
        {%- if column.data_type != 'string' -%}
            {%- do misfits.append("if(
                _row." ~ name ~ " is null or " ~ name ~ " is not null,
                null,
                struct(" ~ debezium._text(column.name) ~ " as name, _row." ~ name ~ " as text)
            )") -%}
        {%- endif -%}
        {%- set top = column.path.split('.')[0] if connector.extended_json else column.path -%}
        {%- do paths.append(debezium._text(top)) if debezium._text(top) not in paths -%}
    {%- endfor -%}
    {%- set coordinates = {} -%}
    {%- for name, kind in connector.coordinates.items() -%}
        {%- do coordinates.update({name: debezium._coordinate(name, kind)}) -%}
    {%- endfor -%}
typed as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {{ debezium._select(debezium._vocabulary(layout, connector).keys()) }},
        {{ connector.image | indent(8) }} as _image,
        {{ connector.key | indent(8) }} as _key_texts,
        {{ '_image' if layout.fields else debezium._struct_as_map('_image') | indent(8) }} as _texts,
        struct(
            {{ texts | join(',\n            ') }}
        ) as _row,
        {{ debezium._select_pairs(values) }},
        map_filter(
            _texts,
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
        struct(
            {{ debezium._select_pairs(coordinates, 12) }}
        ) as _coordinates,
        case
            {{ debezium._verdicts(layout, connector, key, entity) | join('\n            ') }}
            else 'data'
        end as _verdict
    from {{ 'envelope' if layout.fields else 'landed' }}
)
{%- endmacro %}

{#- One field of an image: a struct's by path, a document's by name and, below that, by JSON path. -#}
{%- macro _read(column, layout, connector) -%}
    {%- set path = column.path -%}
    {%- if not layout.fields and column.data_type == 'timestamp' -%}
        {#- A cast to text would write it in the session's time zone. -#}
        {{ return("_texts[" ~ debezium._text(path) ~ "]") }}
    {%- elif not layout.fields -%}
        {{ return("cast(_image." ~ debezium._quote(path) ~ " as string)") }}
    {%- endif -%}
    {%- set names = path.split('.') if connector.extended_json else [path] -%}
    {%- set top = "_image[" ~ debezium._text(names[0]) ~ "]" -%}
    {{ return(top if names | length == 1 else "get_json_object(" ~ top ~ ", " ~ debezium._json_path(names[1:]) ~ ")") }}
{%- endmacro %}
