{#- The statement of a load without new events, which Spark plans and merges at once. -#}
{%- macro _empty_select(relation, names=none) -%}
-- nothing new
select
    {{ debezium._select(names or debezium._quoted(debezium._names_in(relation)), 4) }}
from {{ relation }}
where false
{%- endmacro %}
