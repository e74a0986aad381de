{#-
    The keys that have news; a truncate is news of every key of its table. The number of the load stands here itself,
    for by a query's result no file is skipped.
-#}
{%- macro _touched(relation, base, after) -%}
select staged._key
from {{ relation }} as staged
where staged._load > {{ after }}
{%- if base %}

union distinct

select staged._key
from {{ relation }} as staged
left semi join {{ base }} as landed
    on
        staged._position.origin.collection <=> landed._position.origin.collection
        and landed._class = 'truncate'
        and landed._load > {{ after }}

union distinct

select landed._key
from {{ base }} as landed
where
    landed._class = 'tombstone'
    and landed._load > {{ after }}
{%- endif %}
{%- endmacro %}
