{#- The keys that have news; a truncate is news of every key of its table. -#}
{%- macro _touched(relation, base) -%}
{%- set news = "_load > (
    select coalesce(max(held._load), 0)
    from " ~ this ~ " as held
)" -%}
select staged._key
from {{ relation }} as staged
where
    staged.{{ news | indent }}
    {%- if base %}
    or exists (
        select 1
        from {{ base }} as landed
        where
            landed._class = 'truncate'
            and landed._position.origin.collection <=> staged._position.origin.collection
            and landed.{{ news | indent(12) }}
    )

union distinct

select landed._key
from {{ base }} as landed
where
    landed._class = 'tombstone'
    and landed.{{ news | indent }}
    {%- endif %}
{%- endmacro %}
