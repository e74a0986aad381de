{#- An entity is identified by its topic and by names of the source block. -#}
{%- macro _check_entity(macro, entity, layout, connector, example) -%}
    {%- set parts = ['topic'] + (['db', 'schema', 'table', 'collection'] | select('in', connector.source) | list) -%}
    {%- if entity is not mapping -%}
        {%- do debezium._error(macro, "entity must be a dictionary, got: " ~ entity, example) -%}
    {%- endif -%}
    {%- for part, names in entity.items() -%}
        {%- if part not in parts -%}
            {%- do debezium._error(macro, "entity accepts " ~ parts | join(', ') ~ ", got: " ~ part, example) -%}
        {%- endif -%}
        {%- set texts = [names.pattern if names.keys() | list == ['pattern'] else none] if names is mapping else names if debezium._is_list(names) else [names] -%}
        {%- if not texts or texts | reject('string') | list -%}
            {%- do debezium._error(macro, "entity names its " ~ part ~ " as a text, a list of texts or {'pattern': text}, got: " ~ names, example) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if layout.enveloped and not entity -%}
        {%- do debezium._error(
            macro, "layout envelope needs `entity`, the topic or source table whose rows the model reads, got: nothing", example
        ) -%}
    {%- endif -%}
    {%- if execute and 'topic' in entity and not debezium._layout_has(layout, '_topic') -%}
        {%- do debezium._error(macro, "entity names a topic, but the rows of this layout have none. Name db, schema or table", example) -%}
    {%- endif -%}
{%- endmacro %}
