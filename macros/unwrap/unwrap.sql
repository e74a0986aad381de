{#-
    Landed rows as change events: one row in, one row out, with its class, key, position and typed
    columns. Each step is a CTE: landed, parsed, envelope, typed.
-#}
{%- macro unwrap(relation, layout, connector, key, entity={}, columns=none) -%}
    {{ return(adapter.dispatch('unwrap', 'debezium')(relation, layout, connector, key, entity, columns)) }}
{%- endmacro %}

{%- macro default__unwrap(relation, layout, connector, key, entity={}, columns=none) -%}
    {%- set example -%}
{% raw %}    {{ debezium.unwrap(source('landing', 'db2'), layout='kafka', connector='db2', key=['id']) }}{% endraw %}
    {%- endset -%}
    {%- set connector_name = connector -%}
    {%- set layout_name = layout -%}
    {%- set layout = debezium._choose('unwrap', 'layout', layout, debezium._layouts(), example) -%}
    {%- set connector = debezium._choose('unwrap', 'connector', connector, debezium._connectors(), example) -%}
    {%- if layout_name not in connector.layouts -%}
        {%- do debezium._error(
            'unwrap', connector_name ~ " lands as " ~ connector.layouts | join(', ') ~ ", not as " ~ layout_name, example
        ) -%}
    {%- endif -%}
    {%- set columns = debezium._columns('unwrap', columns, example) -%}
    {%- do debezium._check_key('unwrap', key, columns, example) -%}
    {%- do debezium._check_entity('unwrap', entity, layout, example) -%}

    {%- set steps = [debezium._landed(relation, layout)] -%}
    {%- if layout.fields -%}
        {%- do steps.append(debezium._parsed(layout, connector)) -%}
        {%- do steps.append(debezium._envelope(layout, connector)) -%}
    {%- endif -%}
    {%- do steps.append(debezium._typed(layout, connector, columns, key, entity)) -%}
with {{ steps | join(',\n\n') }}

{{ debezium._events(layout, connector, columns, key) }}
{%- endmacro %}

{#- A key is one or more of the declared columns. -#}
{%- macro _check_key(macro, key, columns, example) -%}
    {%- set names = columns | map(attribute='name') | list -%}
    {%- if not key or key is string -%}
        {%- do debezium._error(macro, "key must be a list of declared columns, got: " ~ (key or 'nothing'), example) -%}
    {%- endif -%}
    {%- for name in key if execute and name not in names -%}
        {%- do debezium._error(
            macro, "key column " ~ name ~ " is not declared; declared are " ~ names | join(', '), example
        ) -%}
    {%- endfor -%}
{%- endmacro %}

{#- An entity is told by its topic and by what the source block calls it. -#}
{%- macro _check_entity(macro, entity, layout, example) -%}
    {%- set parts = ['topic', 'db', 'schema', 'table', 'collection'] -%}
    {%- for part in entity if part not in parts -%}
        {%- do debezium._error(macro, "entity knows " ~ parts | join(', ') ~ ", got: " ~ part, example) -%}
    {%- endfor -%}
    {%- if 'topic' in entity and not layout.may_repeat -%}
        {%- do debezium._error(macro, "entity names a topic, but the rows of this layout have none", example) -%}
    {%- endif -%}
{%- endmacro %}
