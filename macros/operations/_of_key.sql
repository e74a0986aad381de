{#-
    What the fold has of a key: its rows of base and staging, its events that count and the steps that are left
    from there. Each is read or worked out once and kept in memory: Spark plans the fold for longer than it runs.
-#}
{%- macro _of_key(told, key, base) -%}
    {%- set connector = debezium._of_documents('explain_key', told.connector, '') -%}
    {%- set columns = debezium._columns('explain_key', told.columns, '') -%}
    {%- set load = debezium._all_events(none) -%}
    {%- do load.update(debezium._deleting_found(base)) if told.reads_base and execute -%}
    {%- set besides = debezium._kept_besides(load.tombstones) -%}
    {%- set counted = debezium._kept(
        'counted',
        debezium._counted_events(told.relation, columns, base, connector, load)
            ~ "\n\nselect\n    "
            ~ debezium._select(
                ['_key', '_position', '_landing_id', '_kind', '_op', '_row', '_unavailable', '_pending', '_is_tied', '_is_uncertain']
                    + besides
            )
            ~ "\nfrom " ~ ('applied' if connector.texts else 'counted')
            ~ "\nwhere _key = " ~ debezium._text(key)
    ) -%}
    {{ return(dict(
        told,
        name=told.relation.identifier,
        base=base,
        columns=columns,
        counted=counted,
        decided="with " ~ debezium._folded(columns, counted, false, besides, load, load.truncates, load.tombstones)
    )) }}
{%- endmacro %}

{%- macro _all_of(relation) -%}
    {%- set names = debezium._quoted(adapter.get_columns_in_relation(relation) | map(attribute='name')) -%}
    {{ return("select\n    " ~ debezium._select(names, 4) ~ "\nfrom " ~ relation) }}
{%- endmacro %}

{#- A query's result, which the session keeps in memory. -#}
{%- macro _kept(name, sql) -%}
    {%- set view = api.Relation.create(identifier='debezium__explained_' ~ name) -%}
    {%- do run_query("drop view if exists " ~ view) -%}
    {%- do run_query("cache table " ~ view ~ " as\n" ~ sql) -%}
    {{ return(view) }}
{%- endmacro %}
