{#- The statement of a load without news, which Spark plans and merges at once. -#}
{%- macro _no_row(relation, names=none) -%}
-- nothing new
select
    {{ debezium._select(names or debezium._quoted(adapter.get_columns_in_relation(relation) | map(attribute='name')), 4) }}
from {{ relation }}
where false
{%- endmacro %}

{#- Whether a table that is there has a column of each name; names may be quoted. -#}
{%- macro _has_columns(relation, names) -%}
    {%- set held = adapter.get_columns_in_relation(relation) | map(attribute='name') | map('lower') | list -%}
    {%- set held = held + debezium._quoted(held) -%}
    {%- for name in names if name | lower not in held -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
