{#-
    Step 4 without declared columns: the complete value as one JSON text, as the transform writes it, the
    key, and the class.
-#}
{%- macro _complete_documents(layout, connector, key, entity, options) -%}
complete_documents as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        {{ debezium._select(debezium._envelope_columns(layout, connector, options).keys()) }},
        {{ connector.key | indent(8) }} as _key_texts,
        {{ debezium._smt_value(layout, connector, options) | indent(8) }} as _smt_value,
        {{ debezium._smt_key(connector, options) | indent(8) }} as _document_key,
        {{ debezium._key_of_document(connector, key) | indent(8) }} as _key,
        {{ debezium._coordinates(connector) | indent(8) }} as _coordinates,
        {{ debezium._classify(layout, connector, key, entity, options, documents=true) | indent(8) }} as _classification
    from {{ 'envelope' if layout.parse else 'landed_rows' }}
)
{%- endmacro %}

{#- The key as one text: of the given names, otherwise the content of the message key. -#}
{%- macro _key_of_document(connector, key) -%}
    {%- if connector.canonical_key -%}
        {{ return(connector.canonical_key) }}
    {%- elif not key -%}
        {{ return(debezium._if("exists(map_values(_key_texts), text -> text is not null)", debezium._as_json('_key_texts'))) }}
    {%- endif -%}
    {%- set texts = {} -%}
    {%- for name in key -%}
        {%- set name_text = debezium._string_literal(name) -%}
        {%- do texts.update({
            debezium._quote(name): "if(map_contains_key(_key_texts, " ~ name_text ~ "), _key_texts[" ~ name_text
                ~ "], get_json_object(" ~ "coalesce(_after, _before), " ~ debezium._json_path([name]) ~ "))"
        }) -%}
    {%- endfor -%}
    {{ return(debezium._if("coalesce(" ~ texts.values() | join(', ') ~ ") is null", "null", debezium._as_json(debezium._struct(texts)))) }}
{%- endmacro %}
