{#- Where rows have landed and none is the entity's: how many, and the topic or table of most. -#}
{%- macro _absent(base) -%}
absent as (
    select
        'absent' as kind,
        'entity' as source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        mode(coalesce(_topic, _collection)) as example
    from {{ base }}
    where _class in ('data', 'unmodelled')
    having count_if(_class = 'unmodelled') = count(*) and count(*) > 0
)
{%- endmacro %}
