{#- The text of a key column: of the message key, which no operation leaves out, else of the image. -#}
{%- macro _key_text(column, layout, connector) -%}
    {%- set name = column.path.split('.')[0] if connector.extended_json else column.path -%}
    {%- set cases = [] -%}
    {%- for texts in ['_key_texts'] + ([connector.unique] if connector.unique else []) -%}
        {%- do cases.append("when map_contains_key(" ~ texts ~ ", " ~ debezium._text(name) ~ ") then "
            ~ debezium._read(texts, column, {}, connector)) -%}
    {%- endfor -%}
    {{ return("case
    " ~ cases | join('\n    ') ~ "
    else " ~ debezium._read('_texts', column, layout, connector) | indent ~ "
end") }}
{%- endmacro %}

{#- The value of a key column; numbers in a document's key are equal by value: 5, 5.0, 5E0. -#}
{%- macro _key_value(text, column, connector) -%}
    {%- if connector.extended_json and column.data_type in ['tinyint', 'smallint', 'int', 'integer', 'bigint', 'long'] -%}
        {{ return(debezium._decode_whole(text, column.data_type)) }}
    {%- endif -%}
    {{ return(debezium.decode(text, column.data_type, column.semantic_type)) }}
{%- endmacro %}

{%- macro _decode_whole(text, data_type) -%}
    {{ return("coalesce(
    try_cast(" ~ text ~ " as " ~ data_type ~ "),
    if(try_cast(" ~ text ~ " as double) % 1 = 0, try_cast(try_cast(" ~ text ~ " as double) as " ~ data_type ~ "), null)
)") }}
{%- endmacro %}

{#- The one column of the key that holds a document's id as text, whose type only the source's text tells. -#}
{%- macro _id_column(columns, key, connector) -%}
    {%- for column in columns if connector.typed_ids and column.name in (key or []) -%}
        {%- if column.path == '_id' and column.data_type == 'string' and not column.text -%}
            {{ return(column.name) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}

{#- The key as one text: its columns as JSON, a document's id with its type. -#}
{%- macro _key_as_text(columns, key, connector) -%}
    {%- if not key -%}
        {{ return('cast(null as string)') }}
    {%- endif -%}
    {%- set whole = debezium._as_json('struct(' ~ debezium._quoted(key) | join(', ') ~ ')') -%}
    {%- set id = debezium._id_column(columns, key, connector) -%}
    {%- if not id -%}
        {{ return(whole) }}
    {%- endif -%}
    {%- set members = [] -%}
    {%- for name in key -%}
        {%- if name == id -%}
            {%- do members.append(debezium._text('{,'[loop.index0 > 0] ~ tojson(name) ~ ':') ~ ", get(_typed_ids, 0)") -%}
        {%- else -%}
            {%- do members.append(debezium._text('{,'[loop.index0 > 0]) ~ ", trim(both '{}' from "
                ~ debezium._as_json('struct(' ~ debezium._quote(name) ~ ')') | indent ~ ")") -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("coalesce(
    concat(
        " ~ members | join(',
        ') ~ ",
        '}'
    ),
    " ~ whole | indent ~ "
)") }}
{%- endmacro %}

{#- Whether the message key says another thing of a key column than the image; the message key decides. -#}
{%- macro _key_disagrees(columns, key, layout, connector) -%}
    {%- set cases = [] -%}
    {%- set id = debezium._id_column(columns, key, connector) -%}
    {%- for column in columns if column.name in (key or []) and not column.text -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set top = debezium._text(column.path.split('.')[0] if connector.extended_json else column.path) -%}
        {%- set text = debezium._read('_texts', column, {}, connector) -%}
        {%- set values = ["coalesce(get(_typed_ids, 0), " ~ name ~ ")", "coalesce(get(_typed_ids, 1), " ~ text ~ ")"]
            if column.name == id else [name, debezium._key_value(text, column, connector)] -%}
        {%- do cases.append("(
        map_contains_key(_key_texts, " ~ top ~ ")
        and map_contains_key(_texts, " ~ top ~ ")
        and not " ~ values[0] ~ " <=> " ~ values[1] | indent(8) ~ "
    )") -%}
    {%- endfor -%}
    {%- if not columns and not connector.extended_json -%}
        {%- do cases.append("exists(
        map_values(map_zip_with(
            _key_texts,
            from_json(if(_op = 'd', _before, _after), 'map<string, string>'),
            (name, of_key, of_image) -> of_key <> of_image
        )),
        differs -> differs
    )") -%}
    {%- endif -%}
    {%- if not cases or layout.landed._raw_key.startswith('cast(null') -%}
        {{ return('false') }}
    {%- endif -%}
    {{ return("_verdict = 'data'
and coalesce(
    " ~ cases | join('\n    or ') ~ ",
    false
)") }}
{%- endmacro %}
