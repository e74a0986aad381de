{#- Key and value of a landed row as text, where those that were compressed with gzip are recognized by their first bytes. -#}
{%- macro _with_compression(macro, layout, layout_name, compression, example) -%}
    {%- if compression is none -%}
        {{ return(layout) }}
    {%- elif compression != 'gzip' -%}
        {%- do debezium._error(macro, "compression must be gzip, got: " ~ compression, example) -%}
    {%- elif '_landing.value' not in layout.landed._raw -%}
        {%- do debezium._error(macro, "compression needs messages as text or bytes, not rows of " ~ layout_name ~ ". Remove the argument", example) -%}
    {%- endif -%}
    {%- do debezium._require_function(macro, 'debezium_decompress') -%}
    {%- set landed, texts = dict(layout.landed), {} -%}
    {%- for column, name in {'_raw_key': 'key', '_raw': 'value'}.items() if '_landing.' ~ name in landed[column] -%}
        {%- do landed.update({column: landed[column] | replace('_landing.' ~ name, '_text_of_' ~ name)}) -%}
        {%- do texts.update({'_text_of_' ~ name: debezium._decompressed('_landing.' ~ name)}) -%}
    {%- endfor -%}
    {{ return(dict(layout, landed=landed, texts=texts)) }}
{%- endmacro %}

{#- A text of a value that may be compressed, also in base64, alone or as JSON; a damaged one stays as it is. -#}
{%- macro _decompressed(value) -%}
    {{ return("coalesce(
    debezium_decompress(" ~ debezium._compressed(value) | indent ~ "),
    cast(" ~ value ~ " as string)
)") }}
{%- endmacro %}

{#- The base64 of bytes compressed with gzip; null for all else. -#}
{%- macro _compressed(value) -%}
    {{ return("if(
    startswith(cast(" ~ value ~ " as binary), unhex('1f8b08')),
    base64(cast(" ~ value ~ " as binary)),
    nullif(
        regexp_extract(
            cast(" ~ value ~ " as string),
            r'^(?:(?:\\{\\s*\"schema\"\\s*:[^}]*\\}[^}\"]*\"payload\"\\s*:\\s*)?\")?(H4sI[a-zA-Z0-9+/=\\s]*+)\"?\\s*\\}?$'
        ),
        ''
    )
)") }}
{%- endmacro %}
