{#-
    Nested columns before, after, source, op, ts_ms, transaction, as an Avro or Parquet sink writes them.
    Images stay structs and are read by path; there is no message key and no tombstone.
-#}
{%- macro _layout_struct() -%}
    {{ return({
        'structs': true,
        'landed': debezium._landed_by_row_id(
            'cast(null as string)',
            debezium._as_json(
                "struct(_landing.before, _landing.after, _landing.source, _landing.op, _landing.ts_ms, _landing.transaction)"
            )
        ),
        'envelope': {
            '_op': '_landing.op',
            '_source': debezium._as_json('_landing.source'),
            '_before': '_landing.before',
            '_after': '_landing.after',
            '_transaction': debezium._as_json('_landing.transaction'),
            '_ts_ms': 'cast(_landing.ts_ms as string)',
            '_record_key': 'cast(null as map<string, string>)',
        },
    }) }}
{%- endmacro %}

{#- A struct of any shape as text by name, nulls kept; with all digits of decimals if `exact` is set. -#}
{%- macro _struct_as_map(column, exact=false) -%}
    {%- if exact -%}
        {{ return(debezium._with('json', debezium._as_json(column), debezium._from_json('json', "'map<string, string>'", true))) }}
    {%- endif -%}
    {{ return("from_json(
    " ~ debezium._as_json(column) | indent ~ ",
    'map<string, string>'
)") }}
{%- endmacro %}
