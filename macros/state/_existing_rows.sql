{#-
    The existing rows of the keys with new events: position, counts and, if new events need them, values.
    Unavailable columns are read from `_merge_state`, because Iceberg reads a nested column row by row.
-#}
{%- macro _existing_rows(columns, connector, load) -%}
    {%- set plain = ['_op', '_source_at'] + debezium._place_columns() | list
        + ['_load', '_events', '_pending_events', '_duplicate_events', '_tied_events', '_order_uncertain']
        + ([] if connector.texts else ['_pending']) -%}
existing_rows as (
    select
        loaded._key,
        {{ debezium._row_struct(columns, 'loaded') | indent(8) if load.leaves_values else 'null' }} as _row,
        {{ debezium._select(debezium._columns_of('loaded', plain)) }},
        {%- if connector.texts %}
        loaded._pending or get_json_object(loaded._merge_state, '$._unavailable') is not null as _pending,
        {%- endif %}
        from_json(loaded._merge_state, '_unavailable array<string>')._unavailable as _unavailable
    from {{ this }} as loaded
    where
        {{ debezium._has_key_in('loaded._key', 'new_events', load) | indent(8) }}
)
{%- endmacro %}
