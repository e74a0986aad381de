{#- The source's columns that make the key. -#}
{%- macro _key_columns(columns, key) -%}
    {{ return(columns | selectattr('name', 'in', key or []) | rejectattr('text') | list) }}
{%- endmacro %}

{#- The fields of the message key, {name: text}. A document's id is the only one, unless a router added the source's name. -#}
{%- macro _key_texts(columns, key, connector) -%}
    {%- set others = debezium._key_columns(columns, key) | rejectattr('path', 'equalto', '_id') | list -%}
    {{ return("map_concat(
    " ~ connector.key | indent ~ ",
    coalesce(map_filter(_record_key, (name, text) -> name not in ('id', '_id')), map())
)" if connector.canonical_key and others else connector.key) }}
{%- endmacro %}

{#- The text of a key column: of the message key, which every operation has, otherwise of the image. -#}
{%- macro _key_text(column, layout, connector) -%}
    {%- set cases = [] -%}
    {%- for texts in ['_key_texts'] + ([connector.unique] if connector.unique else []) -%}
        {%- do cases.append("when " ~ debezium._contains(texts, debezium._field_names(column, connector)) ~ "
    then " ~ debezium._column_text(texts, column, {}, connector) | indent) -%}
    {%- endfor -%}
    {{ return(debezium._case(cases, debezium._column_text('_texts', column, layout, connector))) }}
{%- endmacro %}

{#- The key column with a document's id as text, whose type only the text of the source shows. -#}
{%- macro _id_column(columns, key, connector) -%}
    {%- for column in debezium._key_columns(columns, key) if connector.typed_ids -%}
        {%- if column.path == '_id' and column.data_type == 'string' -%}
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
    {%- set numbers = [] -%}
    {%- for name in key -%}
        {%- set mark = '{' if loop.first else ',' -%}
        {%- for column in columns if column.name == name and column.data_type in debezium._whole_numbers() -%}
            {%- do numbers.append(debezium._string_literal(mark ~ tojson(name) ~ ':') ~ " || coalesce(cast(" ~ debezium._quote(name) ~ " as string), 'null')") -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if numbers | length == key | length -%}
        {{ return(numbers | join(" || ") ~ " || '}'") }}
    {%- endif -%}
    {%- set whole = debezium._as_json('struct(' ~ debezium._quoted(key) | join(', ') ~ ')') -%}
    {%- set id = debezium._id_column(columns, key, connector) -%}
    {%- if not id -%}
        {{ return(whole) }}
    {%- endif -%}
    {%- set members = [] -%}
    {%- for name in key -%}
        {%- set mark = '{' if loop.first else ',' -%}
        {%- if name == id -%}
            {%- do members.append(debezium._string_literal(mark ~ tojson(name) ~ ':') ~ ", get(_typed_ids, 0)") -%}
        {%- else -%}
            {%- do members.append(debezium._string_literal(mark) ~ ", trim(both '{}' from "
                ~ debezium._as_json('struct(' ~ debezium._quote(name) ~ ')') | indent(8) ~ ")") -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("coalesce(
    concat(
        " ~ members | join(',\n        ') ~ ",
        '}'
    ),
    " ~ whole | indent ~ "
)") }}
{%- endmacro %}

{#- The key columns in the image, {name: text}; none if there is no message key to compare with. -#}
{%- macro _image_key(columns, key, layout, connector) -%}
    {%- set texts = {} -%}
    {%- for column in debezium._key_columns(columns, key) if debezium._layout_has(layout, '_raw_key') -%}
        {%- do texts.update({debezium._quote(column.name): debezium._column_text('_texts', column, {}, connector)}) -%}
    {%- endfor -%}
    {{ return(texts) }}
{%- endmacro %}
