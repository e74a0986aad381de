{#-
    Of each field that `updatedFields` names, the first part of its path that is not a declared object; of
    an array index, the array.
-#}
{%- macro _updated_fields(base, declared, data) -%}
updated_fields as (
    select
        _landing_id,
        _load,
        coalesce(_extra, map()) as extra,
        explode(
            from_json(get_json_object(_update_description, '$.updatedFields'), 'map<string, string>')
        ) as (updated_path, example)
    from {{ base }}
    {{ data }}
),

updated_names as (
    select
        _landing_id,
        _load,
        extra,
        split(regexp_replace(updated_path, '[.][0-9]+(?=[.]|$)', ''), '[.]') as parts,
        example
    from updated_fields
),

named_fields as (
    select
        _landing_id,
        _load,
        extra,
        get(
            filter(
                transform(sequence(1, size(parts)), part_count -> array_join(slice(parts, 1, part_count), '.')),
                path -> path not in (
                    {{ debezium._string_literals(declared.objects | list or [''], ',\n                    ') }}
                )
            ),
            0
        ) as source_field,
        example
    from updated_names
)
{%- endmacro %}
