{#- The models and snapshots downstream of a model, by their names. -#}
{%- macro _downstream(id, materialized) -%}
    {%- set found = [] -%}
    {%- for node in graph.nodes.values() | sort(attribute='name')
        if node.config.materialized in materialized and id in debezium._upstream(node.unique_id) -%}
        {%- do found.append(node) -%}
    {%- endfor -%}
    {{ return(found) }}
{%- endmacro %}

{#- Their tables that exist, [{node, relation, columns}]. -#}
{%- macro _built_downstream(id, materialized) -%}
    {%- set found = [] -%}
    {%- for node in debezium._downstream(id, materialized) -%}
        {%- set relation = load_relation(debezium._relation_of(node)) -%}
        {%- if relation -%}
            {%- set columns = debezium._names_in(relation) -%}
            {%- do found.append({'node': node, 'relation': relation, 'columns': columns}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{%- endmacro %}

{#- The tables of its incremental models that have loads. -#}
{%- macro _downstream_tables(id) -%}
    {%- set found = [] -%}
    {%- for table in debezium._built_downstream(id, ['incremental']) if '_load' in table.columns -%}
        {%- do found.append(table.relation) -%}
    {%- endfor -%}
    {{ return(found) }}
{%- endmacro %}

{#- The command that rebuilds this model and what reads it. A shared ledger may keep its counts. -#}
{%- macro _rebuild_command(command, with_ledger=false) -%}
    {%- set called = ['unwrap', 'current', 'history', 'current_without_key'] + (['ledger'] if with_ledger else []) -%}
    {%- set ids = debezium._downstream(model.unique_id, ['incremental']) | map(attribute='unique_id') | list -%}
    {%- set readers = debezium._calling(called, ids) | map(attribute='name') | list -%}
    {{ return(
        "    dbt " ~ command ~ " --full-refresh --select " ~ model.name ~ "+ --vars '{debezium__full_refresh: ["
            ~ ([model.name] + readers) | join(', ') ~ "]}'"
    ) }}
{%- endmacro %}
