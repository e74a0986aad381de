{#-
    Whether nothing has come since the newest load that the table holds, and it has every declared column: then the model
    is a select of no row, which Spark plans and merges at once.
-#}
{%- macro _unchanged(relation, columns, base) -%}
    {%- if not execute or not is_incremental() or not debezium._has_columns(this, columns) -%}
        {{ return(false) }}
    {%- endif -%}
    {%- set newest = debezium._newest_load(this) -%}
    {%- set news = run_query("
select _load
from " ~ relation ~ "
where _load > " ~ newest ~ ("

union all

select _load
from " ~ base ~ "
where
    _class in ('truncate', 'tombstone')
    and _load > " ~ newest if base else "") ~ "
limit 1") -%}
    {{ return(news | length == 0) }}
{%- endmacro %}

{%- macro _no_row(relation) -%}
-- nothing new
select
    {{ debezium._select(debezium._quoted(adapter.get_columns_in_relation(relation) | map(attribute='name'))) }}
from {{ relation }}
where false
{%- endmacro %}

{#- Whether a table that is there has a column of each name. -#}
{%- macro _has_columns(relation, columns) -%}
    {%- set names = adapter.get_columns_in_relation(relation) | map(attribute='name') | map('lower') | list -%}
    {%- for column in columns if column.name | lower not in names -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
