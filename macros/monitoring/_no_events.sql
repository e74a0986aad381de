{#- The number of landed rows where none belongs to the entity, and the topic or table of most of them. -#}
{%- macro _no_events(base) -%}
no_events as (
    select
        'no_events' as kind,
        'entity' as source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        mode(coalesce(_topic, _collection)) as example
    from {{ base }}
    where _class in ('data', 'outbox', 'filtered')
    having count_if(_class = 'filtered') = count(*) and count(*) > 0
)
{%- endmacro %}
