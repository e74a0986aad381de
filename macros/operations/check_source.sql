{#-
    Prints what the connector's settings and the landing of a source table cost its user. Each finding says
    what was seen, what it means, and what to change. Reads the landing table only, before any model is built.
-#}
{%- macro check_source(relation, topic=none, table=none, layout=none, connector=none, key=none) -%}
    {{ return(adapter.dispatch('check_source', 'debezium')(relation, topic, table, layout, connector, key)) }}
{%- endmacro %}

{%- macro default__check_source(relation, topic=none, table=none, layout=none, connector=none, key=none) -%}
    {%- set example = "    dbt run-operation debezium.check_source --args '{relation: landing.kafka, topic: srv.inventory.customers}'" -%}
    {%- set options = {
        'topic': topic, 'table': table, 'name': none, 'layout': layout, 'connector': connector, 'key': key,
        'schemas': none, 'schema_changes': none, 'unavailable_value_placeholder': none, 'expected_rows': none,
    } -%}
    {%- set entity = debezium._table_metadata('check_source', relation, options, example) -%}
    {%- if not entity -%}
        {{ return([]) }}
    {%- elif debezium._layouts()[entity.layout].parse == 'row' -%}
        {%- do debezium._error('check_source', relation ~ " has layout " ~ entity.layout ~ ", whose rows lack the message."
            ~ " Check a topic that the transform has not changed", example) -%}
    {%- endif -%}
    {%- set counts = debezium._query_rows(debezium._source_counts(entity))[0] -%}
    {%- set findings = debezium._source_findings(entity, counts) -%}
    {%- do print(entity.topics | join(', ') ~ (' ' if entity.topics else '') ~ entity.path | join('.') ~ ": " ~ counts.events ~ " events of "
        ~ entity.connector ~ " in " ~ relation) -%}
    {%- for finding in findings -%}
        {%- do print("\n" ~ finding.seen ~ "\n    means: " ~ finding.means ~ "\n    change: " ~ finding.change) -%}
    {%- endfor -%}
    {%- do print("\nfindings: " ~ findings | length) -%}
    {{ return(findings) }}
{%- endmacro %}
