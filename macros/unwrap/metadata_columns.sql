{#- The names of the columns that the package adds to its tables. -#}
{%- macro metadata_columns() -%}
    {{ return(adapter.dispatch('metadata_columns', 'debezium')()) }}
{%- endmacro %}

{%- macro default__metadata_columns() -%}
    {{ return([
        '_landing_id', '_topic', '_topic_partition', '_topic_offset', '_landed_at',
        '_class', '_reason', '_op', '_key', '_position', '_event_id',
        '_source', '_source_at', '_processed_at', '_transaction',
        '_before', '_after', '_patch', '_filter', '_update_description', '_previous', '_changed',
        '_message_version', '_message_type', '_lob_columns', '_heartbeat_identifier',
        '_document_key', 'document', '_emitted', '_headers',
        '_unavailable', '_pending', '_invalid', '_extra', '_raw_key', '_raw', '_load',
        '_is_deleted', '_deleted_at', '_events', '_repeats',
    ]) }}
{%- endmacro %}

{#- The names that the steps between landing and table use, which no column of a source may have. -#}
{%- macro _helper_columns() -%}
    {{ return([
        '_landing', '_record_key', '_document_id', '_whole', '_message', '_members', '_defect', '_selected', '_landed_headers', '_ts_ms', '_transaction_status', '_database_name',
        '_table_changes', '_unique', '_patch_fields', '_set_fields', '_filter_fields', '_patch_kind', '_schema_name', '_key_schema_name', '_key_text', '_image', '_texts', '_key_texts', '_row', '_old_image', '_old_texts', '_old_row', '_written',
        '_undeclared', '_carried', '_misfits', '_coordinates', '_verdict',
        '_sighting', '_sightings', '_newest_load', '_known', '_last', '_whole_position', '_pending_position',
    ]) }}
{%- endmacro %}
