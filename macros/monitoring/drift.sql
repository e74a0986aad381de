{#-
    The differences between landed rows and the declaration of the model: undeclared fields (new), at any
    depth of MongoDB's documents; invalid values (invalid_value); columns to which the newest schema gives
    another type (retyped); columns with earlier values and none in the newest load (empty_column); no
    event of the entity (no_events). With `after`, only rows of later loads are compared; the newest schema and
    no_events still come from all rows.
-#}
{%- macro drift(base, columns=none, after=0) -%}
    {{ return(adapter.dispatch('drift', 'debezium')(base, columns, after)) }}
{%- endmacro %}

{%- macro default__drift(base, columns=none, after=0) -%}
    {%- set example = "    {{ debezium.drift(ref('base_db2__customers')) }}" -%}
    {%- set columns = debezium._columns('drift', debezium._declared_by(base) if columns is none else columns, example) -%}
    {%- set fields = [] -%}
    {%- for column in columns -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- do fields.append("struct(" ~ debezium._string_literal(column.name) ~ " as source_field, if(" ~ name ~ " is null, null, _load) as seen_in)") -%}
    {%- endfor -%}
    {%- set data = debezium._where(["_class in ('data', 'outbox')", '_load > ' ~ after if after]) -%}
    {%- set is_mongodb = execute and (base is string or load_relation(base)) and debezium._has_columns(base, ['_update_description']) -%}
with events as (
    select
        _load,
        _topic_timestamp,
        _op,
        _extra,
        _invalid,
        _retyped,
        array(
            {{ fields | join(',\n            ') }}
        ) as _seen
    from {{ base }}
    {{ data }}
),

{{ debezium._retyped_columns(base) }},

{%- if is_mongodb %}

{{ debezium._undeclared_fields(base, columns, data) }},
{%- endif %}

differences as (
    {%- for kind, texts in [('new', '_extra'), ('invalid_value', '_invalid')] %}
    select
        '{{ kind }}' as kind,
        _load,
        explode({{ texts }}) as (source_field, example)
    from events

    union all
{% endfor %}
    select
        'retyped' as kind,
        retyped_columns._load,
        retyped_columns.source_field,
        retyped_columns.example
    from retyped_columns
    left semi join newest_retyped_columns
        on retyped_columns.source_field = newest_retyped_columns.source_field
    {%- if is_mongodb %}

    union all

    select
        kind,
        _load,
        source_field,
        example
    from undeclared_fields
    {%- endif %}
),

counted_differences as (
    select
        kind,
        source_field,
        count(*) as events,
        min(_load) as first_load,
        max(_load) as last_load,
        max_by(example, struct(_load, example)) as example
    from differences
    group by
        kind,
        source_field
),

{{ debezium._empty_columns() }},

{{ debezium._no_events(base) }}

{%- for each in ['counted_differences', 'empty_columns', 'no_events'] %}
{{- '\n\nunion all' if not loop.first }}

select
    kind,
    source_field,
    events,
    first_load,
    last_load,
    example
from {{ each }}
{%- endfor %}
{%- endmacro %}
