{#-
    Fields of MongoDB's documents that no column reads and that `_extra` does not name: those below a declared object or in
    the objects of a declared array, and those that only `updatedFields` names. Found in the texts that base keeps; `data` is the
    where clause of its rows.
-#}
{%- macro _undeclared_fields(base, columns, data) -%}
    {%- set declared = debezium._declared_paths(columns) -%}
    {%- set objects = [] -%}
    {%- for path, object in declared.objects.items() -%}
        {%- do objects.append("struct(
    " ~ debezium._string_literal(path) ~ ",
    " ~ debezium._objects_at(path, declared.objects) | indent ~ ",
    array(" ~ debezium._string_literals(object.fields) ~ ")
)") -%}
    {%- endfor -%}
{{ debezium._updated_fields(base, declared, data) }},
{%- if objects %}

documents as (
    select
        _landing_id,
        _load,
        explode(array_compact(array(
            _after,
            get_json_object(_update_description, '$.updatedFields')
        ))) as document
    from {{ base }}
    {{ data }}
),

objects as (
    select
        _landing_id,
        _load,
        inline(array(
            {{ objects | join(',\n') | indent(12) }}
        )) as (object_path, texts, declared_names)
    from documents
),

object_fields as (
    select
        _landing_id,
        _load,
        object_path,
        declared_names,
        explode(flatten(transform(
            texts,
            text -> coalesce(map_entries(from_json(text, 'map<string, string>')), array())
        ))) as entry
    from objects
),
{%- endif %}

undeclared_values as (
    select
        _landing_id,
        _load,
        source_field,
        example
    from named_fields
    where
        not map_contains_key(extra, source_field)
        and source_field not in (
            {{ debezium._string_literals(declared.fields, ',\n            ') }}
        )
    {%- if objects %}

    union all

    select
        _landing_id,
        _load,
        object_path || '.' || entry.key as source_field,
        entry.value as example
    from object_fields
    where not array_contains(declared_names, entry.key)
    {%- endif %}
),

undeclared_fields as (
    select
        'new' as kind,
        _landing_id,
        _load,
        source_field,
        max(example) as example
    from undeclared_values
    group by
        _landing_id,
        _load,
        source_field
)
{%- endmacro %}
