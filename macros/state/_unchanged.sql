{#-
    Whether nothing has come after the newest load that the table holds, and it has every declared column: then the model
    is a select of no row, which Spark plans and merges at once.
-#}
{%- macro _unchanged(relation, columns, base, after) -%}
    {%- if after is none or not debezium._has_columns(this, columns) -%}
        {{ return(false) }}
    {%- endif -%}
    {%- set news = run_query("
select _load
from " ~ relation ~ "
where _load > " ~ after ~ ("

union all

select _load
from " ~ base ~ "
where
    _class in ('truncate', 'tombstone')
    and _load > " ~ after if base else "") ~ "
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
