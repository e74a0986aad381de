{#-
    The steps of the current model for one key: its rows of base and staging, its events that count, and
    the steps after them. base and the events are cached, because Spark needs longer to plan the steps
    than to run them. Only the rows of the key are read: Spark does not push a condition at the end to
    both sides of the joins.
-#}
{%- macro _key_inputs(inputs, key, base) -%}
    {%- set connector = debezium._of_documents('explain_key', inputs.connector, '', base=inputs.base) -%}
    {%- set columns = debezium._columns('explain_key', inputs.columns, '') -%}
    {%- set load = debezium._all_events(none) -%}
    {%- do load.update(debezium._delete_events_found(base)) if inputs.reads_base and execute -%}
    {%- set relation = debezium._view_of('relation') -%}
    {%- do run_query(
        "create or replace temporary view " ~ relation ~ " as\n" ~ debezium._all_of(inputs.relation)
            ~ " where _key = " ~ debezium._string_literal(key)
    ) -%}
    {%- set counted = debezium._cached_query(
        'distinct_events',
        debezium._effective_events(relation, columns, base, connector, load)
            ~ "\n\nselect\n    "
            ~ debezium._select(
                ['_key', '_place', '_landing_id', '_kind', '_op', '_row', '_unavailable', '_pending', '_is_tied', '_is_uncertain']
                    + debezium._extra_event_columns(load)
            )
            ~ "\nfrom " ~ ('with_document_values' if connector.texts else 'distinct_events')
            ~ "\nwhere _key = " ~ debezium._string_literal(key)
    ) -%}
    {{ return(dict(
        inputs,
        name=inputs.relation.identifier,
        relation=relation,
        base=base,
        columns=columns,
        counted=counted,
        decided="with " ~ debezium._row_states(columns, counted, false, load)
    )) }}
{%- endmacro %}

{%- macro _all_of(relation) -%}
    {%- set names = debezium._quoted(debezium._column_types(relation)) -%}
    {{ return("select\n    " ~ debezium._select(names, 4) ~ "\nfrom " ~ relation) }}
{%- endmacro %}

{#- A query's result, which the session keeps in memory. -#}
{%- macro _cached_query(name, sql) -%}
    {%- set view = debezium._view_of(name) -%}
    {%- do run_query("drop view if exists " ~ view) -%}
    {%- do run_query("cache table " ~ view ~ " as\n" ~ sql) -%}
    {{ return(view) }}
{%- endmacro %}

{%- macro _view_of(name) -%}
    {{ return(api.Relation.create(identifier='debezium__explained_' ~ name)) }}
{%- endmacro %}
