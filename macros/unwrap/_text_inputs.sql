{#- What the rows that are not ordinary are read from, {name: expression}: the texts of both images, and the key. -#}
{%- macro _text_inputs() -%}
    {{ return({
        '_before': debezium._unless_ordinary('_typed_before', '_text_before'),
        '_after': debezium._unless_ordinary('_typed_after', '_text_after'),
        '_key_fields': "if(_is_ordinary, null, from_json(_raw_key, 'map<string, string>'))",
        '_record_key': debezium._record_key('_key_fields'),
    }) }}
{%- endmacro %}

{#- An image as text by field name: of a message that was parsed with types, and of one that was not. -#}
{%- macro _unless_ordinary(typed, text) -%}
    {{ return("case
    when _is_ordinary then null
    when _is_typed
        then from_json(to_json(" ~ typed ~ ", map('ignoreNullFields', 'false')), 'map<string, string>')
    else " ~ text ~ "
end") }}
{%- endmacro %}

{#- Puts before the text of a column, or before its value where that needs no text, what an ordinary row has. -#}
{%- macro _read_with_type(column, typed, texts, values, placeholders, is_key) -%}
    {%- set name = debezium._quote(column.name) -%}
    {%- if typed.value -%}
        {%- do values.update({name: debezium._if('_is_ordinary', typed.value, values[name])}) -%}
    {%- else -%}
        {%- set text = "if(array_contains(_placeholders, " ~ typed.text ~ "), null, " ~ typed.text ~ ")" if placeholders and not is_key else typed.text -%}
        {%- do texts.update({name: debezium._if('_is_ordinary', text, texts[name])}) -%}
    {%- endif -%}
{%- endmacro %}

{#- The columns of the envelope, {name: expression}, over a message that was parsed with types or as text. -#}
{%- macro _of_both_messages(columns) -%}
    {%- set pairs = {'_is_typed': '_is_typed'} -%}
    {%- for name, expression in columns.items() -%}
        {%- set of_text = expression | replace('_message.', '_text_message.') -%}
        {%- if name in ['_before', '_after'] -%}
            {%- do pairs.update({'_typed' ~ name: expression, '_text' ~ name: of_text}) -%}
        {%- elif name == '_has_bad_position' -%}
            {%- do pairs.update({name: of_text}) -%}
        {%- elif name in ['_source', '_transaction'] -%}
            {%- do pairs.update({name: debezium._if('_is_typed', '_message' ~ name | replace('_', '.'), of_text)}) -%}
        {%- else -%}
            {%- do pairs.update({name: expression if of_text == expression else "if(_is_typed, " ~ expression ~ ", " ~ of_text ~ ")"}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(pairs) }}
{%- endmacro %}
