{#-
    What the counts of a source table mean: [{seen, means, change}]. A new finding is an entry here; `when` is
    false where there is nothing to report.
-#}
{%- macro _source_findings(entity, counts) -%}
    {%- set connector = debezium._connectors()[entity.connector] -%}
    {%- set has_documents = connector.extended_json or false -%}
    {%- set full_images = connector.full_images or "Let the connector write complete old images." -%}
    {%- set checks = [
        {
            'when': counts.deletes and not counts.tombstones and entity.topics,
            'seen': "deletes without a tombstone: " ~ counts.deletes,
            'means': "A compacted topic keeps the last event of a deleted row for ever. The models need no tombstones.",
            'change': "Set tombstones.on.delete to true, or let the topic's cleanup.policy be delete.",
        },
        {
            'when': has_documents and counts.updates_without_image,
            'seen': "updates without a document: " ~ counts.updates_without_image ~ " of " ~ counts.updates,
            'means': "Current applies the changed fields to the document before. The row is pending until base has that document.",
            'change': "Set capture.mode to change_streams_update_full.",
        },
        {
            'when': counts.updates and counts.updates_without_old_image == counts.updates,
            'seen': "updates without an old image: " ~ counts.updates,
            'means': "`previous` columns stay null. What a change replaced can only be read from history.",
            'change': full_images,
        },
        {
            'when': counts.deletes and counts.deletes_with_key_only == counts.deletes and counts.has_other_columns and not has_documents,
            'seen': "deletes with the key columns only: " ~ counts.deletes,
            'means': "A deleted row has values only if an earlier event of its key has landed.",
            'change': full_images,
        },
        {
            'when': counts.placeholders,
            'seen': "events with a placeholder instead of a value: " ~ counts.placeholders,
            'means': "The column keeps its last known value, and is listed in _unavailable until an event contains a value.",
            'change': full_images ~ " Or add Debezium's ReselectColumnsPostProcessor.",
        },
        {
            'when': counts.unplaced,
            'seen': "events without the coordinates that order changes: " ~ counts.unplaced,
            'means': "They are ordered by their arrival. With several partitions that is uncertain (_order_uncertain).",
            'change': "Keep " ~ connector.coordinates | reject('equalto', 'is_read') | join(', ')
                ~ " in the source block, and let the message key choose the partition.",
        },
        {
            'when': counts.servers | length > 1,
            'seen': "events of several servers: " ~ counts.servers | join(', '),
            'means': "Their coordinates do not compare. Keys with events of both are _order_uncertain.",
            'change': "Give each topic.prefix topics of its own, or declare the newer server in `epochs`.",
        },
        {
            'when': counts.missing_offsets,
            'seen': "offsets missing between the landed ones: " ~ counts.missing_offsets,
            'means': "Compaction and transactions leave gaps. Otherwise records were not landed, or were lost by retention.",
            'change': "Land more often than the topic's retention.ms; land the topic from its beginning, once.",
        },
        {
            'when': counts.changed_after_processed,
            'seen': "events that changed over a minute after the connector had processed them: " ~ counts.changed_after_processed,
            'means': "The clocks of the database and the connector differ. _source_at is wrong by as much; the order is not.",
            'change': "Synchronize the clock of the database's host, or set its time zone in the connector.",
        },
        {
            'when': counts.processed_after_written,
            'seen': "events processed over a minute after Kafka had written them: " ~ counts.processed_after_written,
            'means': "The clocks of the connector and the brokers differ. source_lag is wrong by as much.",
            'change': "Synchronize the clock of the connector's host.",
        },
        {
            'when': entity.key_doubt,
            'seen': "keys that name no row",
            'means': entity.key_doubt,
            'change': "Set message.key.columns to columns that every event has, or pass `key`.",
        },
    ] -%}
    {%- set findings = checks | selectattr('when') | list -%}
    {%- for column in entity.columns if 'CHECK: ' in (column.comment or '') and column.comment != "CHECK: " ~ entity.key_doubt -%}
        {%- do findings.append({
            'seen': "a type that the messages leave open: " ~ column.name,
            'means': column.comment | replace('CHECK: ', ''),
            'change': "Declare its data_type in the model's YAML, or let the converter write schemas (schemas.enable).",
        }) -%}
    {%- endfor -%}
    {{ return(findings) }}
{%- endmacro %}
