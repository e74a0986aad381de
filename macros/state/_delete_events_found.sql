{#- Which of the rows that delete beside the events base has: {truncates, tombstones, other_tables}. -#}
{%- macro _delete_events_found(base) -%}
    {%- set classes = run_query(debezium._delete_classes(base)).columns[0].values() -%}
    {{ return({'truncates': 'truncate' in classes, 'tombstones': 'tombstone' in classes, 'other_tables': 'filtered' in classes}) }}
{%- endmacro %}

{%- macro _delete_classes(base) -%}
    {%- set of_class = {
        'truncate': "_class = 'truncate'",
        'tombstone': "_class = 'tombstone'",
        'filtered': "_class = 'filtered' or (_class = 'tombstone' and contains(_raw_key, '__dbz__physicalTableIdentifier'))",
    } -%}
    {%- for name, condition in of_class.items() %}
    {{- '\n\nunion all\n' if not loop.first }}
(
    select '{{ name }}' as _class
    from {{ base }}
    where {{ condition }}
    limit 1
)
    {%- endfor %}
{%- endmacro %}
