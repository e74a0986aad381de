{#- What the rows that are not ordinary are read from, {name: expression}: the message and its key, parsed as text. -#}
{%- macro _read_as_text(layout, connector, options) -%}
    {%- set pairs = {
        '_as_text': "if(
    _is_ordinary,
    null,
    " ~ debezium._message_of_raw(layout, connector, options) | trim | indent ~ "
)",
        '_text_message': 'get(_as_text.messages, 0)',
        '_record_key': "if(
    _is_ordinary,
    null,
    " ~ debezium._with(
        'key_fields', "from_json(_raw_key, 'map<string, string>')", debezium._record_key('key_fields')
    ) | indent ~ "
)",
    } -%}
    {%- for name in ['_before', '_after'] -%}
        {%- do pairs.update({name: debezium._of_text_message(layout.envelope[name])}) -%}
    {%- endfor -%}
    {{ return(pairs) }}
{%- endmacro %}

{#- Puts before the text of a column, or before its value where that needs no text, what an ordinary row has. -#}
{%- macro _read_with_type(column, types, texts, values) -%}
    {%- set name, typed = debezium._quote(column.name), debezium._typed_value(column, types) -%}
    {%- if typed -%}
        {%- do values.update({name: "if(
    _is_ordinary,
    " ~ typed.value ~ ",
    " ~ values[name] | indent ~ "
)"}) -%}
    {%- else -%}
        {%- do texts.update({name: "if(_is_ordinary, " ~ debezium._typed_field(column) ~ ", " ~ texts[name] ~ ")"}) -%}
    {%- endif -%}
{%- endmacro %}

{#- An expression over `_message` as one over the message that was parsed as text, which may be under `payload`. -#}
{%- macro _of_text_message(expression) -%}
    {{ return("if(
    _text_message.payload is null,
    " ~ expression | replace('_message.', '_text_message.') ~ ",
    " ~ expression | replace('_message.', '_text_message.payload.') ~ "
)") }}
{%- endmacro %}

{#- Of the rows that are not ordinary: why the text could not be read as one message. What a row's schema says comes after it. -#}
{%- macro _verdicts_of_text() -%}
    {{ return(["when _defect <> 'rejected: unread_schema' then _defect", "when
                not _is_ordinary
                and _raw is not null
                and not coalesce(_as_text.malformed is null and size(_as_text.messages) = 1, false)
                then if(
                    " ~ debezium._of_text_message('_message.op') | indent(20) ~ " is null,
                    'rejected: no_payload',
                    'rejected: bad_value'
                )"]) }}
{%- endmacro %}
