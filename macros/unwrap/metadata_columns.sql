{#- The names of the columns that the package adds to its tables. -#}
{%- macro metadata_columns() -%}
    {{ return(adapter.dispatch('metadata_columns', 'debezium')()) }}
{%- endmacro %}

{%- macro default__metadata_columns() -%}
    {{ return([
        '_landing_id', '_landing_table', '_topic', '_topic_partition', '_topic_offset', '_topic_timestamp',
        '_class', '_reason', '_op', '_key', '_key_mismatch', '_position', '_server', '_collection', '_event_id',
        '_source', '_source_at', '_processed_at', '_transaction',
        '_before', '_after', '_patch', '_filter', '_update_description', '_previous', '_changed',
        '_message_version', '_message_type', '_lob_columns', '_heartbeat_identifier', '_aggregate_id',
        '_document_key', 'document', '_emitted', '_headers',
        '_unavailable', '_pending', '_invalid', '_extra', '_retyped', '_raw_key', '_raw', '_load',
        '_is_deleted', '_deleted_at', '_events', '_pending_events', '_duplicate_events', '_tied_events', '_order_uncertain', '_merge_state', '_update_lookup',
        '_image', '_rows',
        '_version_id', '_version', '_valid_from', '_valid_to', '_is_current', '_time_uncertain', '_last_event', '_is_obsolete',
    ]) }}
{%- endmacro %}

{#- The names that the steps between landing and table use, which no column of a source may have. -#}
{%- macro _helper_columns() -%}
    {{ return([
        '_landing', '_selected', '_landed_headers',
        '_record_key', '_key_text', '_parsed_message', '_message', '_members', '_parse_error', '_payload', '_schema_name', '_key_schema_name',
        '_ts_ms', '_transaction_status', '_database_name', '_table_changes', '_message_class', '_unique', '_row_fields', '_source_text', '_has_bad_position',
        '_given_id', '_document_id', '_typed_ids', '_image_key', '_filter_fields', '_patch_fields', '_set_fields', '_patch_kind',
        '_placeholders', '_given', '_texts', '_key_texts', '_row', '_old_image', '_old_texts', '_old_row', '_in_order',
        '_typed_before', '_typed_after', '_typed_image', '_text_before', '_text_after', '_text_message', '_key_fields',
        '_schema_text', '_payload_text', '_images_hash', '_images_as_declared', '_is_typed', '_is_ordinary', '_schema_id',
        '_undeclared', '_present_fields', '_schema_types', '_conversions', '_converted', '_invalid_values', '_coordinates', '_smt_value', '_classification',
        '_kind', '_copy_number', '_outbox_id', '_landed_events', '_newest_load', '_latest_values',
        '_last', '_last_place', '_op_before', '_place', '_last_image_place', '_pending_place',
        '_content', '_content_before', '_change_time', '_event_number', '_document_row', '_has_coordinates', '_epoch',
        '_tie_rank_from_last', '_is_delete', '_last_version', '_is_tied', '_tie_partitions_differ', '_compared_partition', '_is_uncertain', '_is_first',
        '_may_be_of_other_table', '_document_number', '_update_number', '_is_looked_up', '_is_last', '_is_replaced', '_has_updates', '_next_before',
        '_document', '_document_text', '_typed_document', '_is_new', '_is_existing', '_event_before', '_event_id_before', '_event_after', '_once',
        '_partition', '_versions_before', '_is_after', '_is_last_version', '_is_deleted_again', '_is_pending', '_is_repeat',
    ]) }}
{%- endmacro %}
