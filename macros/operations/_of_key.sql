{#-
    The same over the key's rows alone, which are read once: the fold refers to them many times. Without truncates and tombstones
    in them the fold is much smaller, and Spark plans it for longer than it runs.
-#}
{%- macro _of_key(told, key) -%}
    {%- set of_key = " where _key = " ~ debezium._text(key) -%}
    {%- set base = debezium._kept('base', debezium._all_of(told.base) ~ of_key ~ " or _class = 'truncate'") -%}
    {%- set load = debezium._all_events(none) -%}
    {%- do load.update(debezium._deleting_found(base)) if told.reads_base -%}
    {{ return(dict(
        told,
        name=told.relation.identifier,
        relation=debezium._kept('relation', debezium._all_of(told.relation) ~ of_key),
        base=base,
        load=load
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

{#- The events of a key that count, and again those that decide, with the last of them. -#}
{%- macro _reached(fold, step, key) -%}
{{ fold }}

select
    _landing_id,
    _position,
    _pending,
    null as _last
from {{ step }}
where _key = {{ key }}

union all

select
    _landing_id,
    null as _position,
    null as _pending,
    _last
from decided
where _key = {{ key }}
{%- endmacro %}

{#- A query's few rows, as a query without the plan that it took to find them. -#}
{%- macro _literal_rows(sql) -%}
    {%- if not execute -%}
        {{ return(sql) }}
    {%- endif -%}
    {%- set rows = "collect_list(struct(*))" -%}
    {%- set found = run_query("select to_json(" ~ rows ~ "), typeof(" ~ rows ~ ") from (" ~ sql ~ ")").rows[0] -%}
    {{ return("select inline(from_json(" ~ debezium._text(found[0]) ~ ", " ~ debezium._text(found[1]) ~ "))") }}
{%- endmacro %}
