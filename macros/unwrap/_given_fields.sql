{#- The fields of an event: those of its image, or those that a partial update sets. -#}
{%- macro _given_fields(connector) -%}
    {{ return("coalesce(
    _image,
    if(
        _after is null,
        from_json(" ~ connector.updated_fields ~ ", 'map<string, string>'),
        null
    )
)" if connector.updated_fields else '_image') }}
{%- endmacro %}

{#- The text of a column. A partial update sets a field below the top level by its path, or by that of an object around it. -#}
{%- macro _event_text(column, layout, connector, places) -%}
    {%- set text = debezium._column_text('_texts', column, layout, connector, places) -%}
    {%- if not connector.updated_fields or '.' not in column.path -%}
        {{ return(text) }}
    {%- endif -%}
    {%- set names, texts = column.path.split('.'), [] -%}
    {%- for number in range(2, names | length + 1) -%}
        {%- set updated = "if(_after is null, _texts[" ~ debezium._string_literal(names[:number] | join('.')) ~ "], null)" -%}
        {%- do texts.append(debezium._text_in_document(updated, names[number:], column)) -%}
    {%- endfor -%}
    {{ return("coalesce(
    " ~ (texts + [text]) | join(",\n") | indent ~ "
)") }}
{%- endmacro %}
