{#-
    How what lands differs from what the model declares: fields that no column reads (new), values that do not fit their
    column (misfit), columns that had values and have none in the newest load (silent).
-#}
{%- macro drift(base, columns=none) -%}
    {{ return(adapter.dispatch('drift', 'debezium')(base, columns)) }}
{%- endmacro %}

{%- macro default__drift(base, columns=none) -%}
    {%- set example -%}
{% raw %}    {{ debezium.drift(ref('base_db2__customers')) }}{% endraw %}
    {%- endset -%}
    {%- set columns = debezium._columns('drift', columns, example) -%}
    {%- set seen = [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- do seen.append("struct(" ~ debezium._text(column.name) ~ " as source_field, if(" ~ name ~ " is null, null, _load) as seen_in)") -%}
    {%- endfor -%}
with events as (
    select
        _load,
        _op,
        _extra,
        _invalid,
        array(
            {{ seen | join(',\n            ') }}
        ) as _seen
    from {{ base }}
    where _class = 'data'
),

differing as (
    select
        'new' as kind,
        _load,
        explode(_extra) as (source_field, example)
    from events

    union all

    select
        'misfit' as kind,
        _load,
        explode(_invalid) as (source_field, example)
    from events
),

told as (
    select
        kind,
        source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        max_by(example, struct(_load, example)) as example
    from differing
    group by
        kind,
        source_field
),

filled as (
    select
        _load,
        inline(_seen) as (source_field, seen_in)
    from events
    where _op <> 'd'
),

bounded as (
    select
        _load,
        source_field,
        max(seen_in) over (partition by source_field) as seen_until
    from filled
),

silent as (
    select
        'silent' as kind,
        source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        cast(null as string) as example
    from bounded
    where _load > seen_until
    group by source_field
)

select
    kind,
    source_field,
    events,
    first_load,
    last_load,
    example
from told

union all

select
    kind,
    source_field,
    events,
    first_load,
    last_load,
    example
from silent
{%- endmacro %}
