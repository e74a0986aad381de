{#- The names of the columns that the package adds to its tables. -#}
{%- macro metadata_columns() -%}
    {{ return(adapter.dispatch('metadata_columns', 'debezium')()) }}
{%- endmacro %}

{%- macro default__metadata_columns() -%}
    {{ return([
        '_landing_id', '_topic', '_topic_partition', '_topic_offset', '_landed_at',
        '_class', '_reason', '_op', '_key', '_position', '_event_id',
        '_source', '_source_at', '_processed_at', '_transaction',
        '_before', '_after', '_patch', '_filter', '_update_description',
        '_unavailable', '_pending', '_invalid', '_extra', '_raw_key', '_raw', '_load',
        '_is_deleted', '_deleted_at', '_events', '_repeats',
    ]) }}
{%- endmacro %}

{#- The names that the steps between landing and table use, which no column of a source may have. -#}
{%- macro _helper_columns() -%}
    {{ return([
        '_landing', '_record_key', '_document_id', '_whole', '_message', '_defect', '_ts_ms', '_transaction_status', '_database_name',
        '_table_changes', '_unique', '_version', '_patch_fields', '_patch_kind', '_image', '_texts', '_key_texts', '_row',
        '_undeclared', '_carried', '_misfits', '_coordinates', '_verdict',
        '_sighting', '_sightings', '_newest_load', '_known', '_last', '_whole_position', '_pending_position',
    ]) }}
{%- endmacro %}
