{#- The statement of a load without new events, which Spark plans and merges at once. -#}
{%- macro _empty_select(names=none) -%}
-- nothing new
select
    {{ debezium._select(names or debezium._quoted(debezium._names_in(this)), 4) }}
from {{ this }}
where false
{%- endmacro %}
