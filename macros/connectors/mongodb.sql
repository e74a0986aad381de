{#-
    MongoDB. Images are JSON text; the message key contains the document's id as JSON text, 1.x repeats it
    in `filter`, beside shard key fields. A 1.x update has a `patch`: a whole document, $set and $unset of some
    fields, or operators that need the document before them ($v 2's diff), which leave the event pending.
    Snapshot reads carry the time of the read, not of the change: they have no coordinates.
-#}
{%- macro _connector_mongodb() -%}
    {{ return({
        'image_type': 'string',
        'image': "case
    when _op = 'd' then from_json(_before, 'map<string, string>')
    when _after is not null then from_json(_after, 'map<string, string>')
    when _patch_kind = 'document' then _patch_fields
    when
        size(array_distinct(map_keys(_set_fields))) = size(_set_fields)
        and size(array_distinct(map_keys(_filter_fields))) = size(_filter_fields)
        then map_concat(
            map_filter(_filter_fields, (name, text) -> not map_contains_key(_set_fields, name)),
            _set_fields
        )
end",
        'updated_fields': "get_json_object(_update_description, '$.updatedFields')",
        'old_image': "from_json(_before, 'map<string, string>')",
        'document': "coalesce(_after, if(_patch_kind = 'document', _patch, null))",
        'partial': "if(
    _patch_kind in ('fields', 'operators'),
    to_json(struct(
        _patch_fields['$set'] as updatedFields,
        json_object_keys(_patch_fields['$unset']) as removedFields
    )),
    _update_description
)",
        'document_id': "_record_key['id']",
        'document_key': "'{\"id\": ' || _record_key['id'] || '}'",
        'canonical_key': "debezium_document_key(_record_key['id'], coalesce(_filter, _after, _before))",
        'deleted': "_after is null and coalesce(_update_description, _patch) is null",
        'empty': "_after rlike r'^\\s*\\{\\s*\\}\\s*$'",
        'present_fields': "if(
    _patch_kind = 'fields',
    concat(map_keys(_image), coalesce(json_object_keys(_patch_fields['$unset']), array())),
    null
)",
        'present_fields_in_base': "concat(
    coalesce(json_object_keys(_filter), array()),
    coalesce(json_object_keys(get_json_object(_patch, '$.$set')), array()),
    coalesce(json_object_keys(get_json_object(_patch, '$.$unset')), array())
)",
        'pending': "_op = 'u'
and _after is null
and (
    coalesce(_patch_kind = 'operators', true)
    or coalesce(exists(_present_fields, name -> contains(name, '.')), false)
)",
        'pending_document': "_op = 'u' and _after is null and coalesce(_patch_kind, '') <> 'document'",
        'key': "if(
    _document_id is null,
    null,
    map('_id', " ~ debezium._plain_id('_document_id') | indent ~ ")
)",
        'typed_ids': debezium._canonical_ids([
            "coalesce(
                _document_id,
                " ~ debezium._id_of('coalesce(_after, _before)') | indent(16) ~ ",
                _texts['_id']
            )",
            "_image['_id']",
        ]),
        'no_image': "_after is null
and _op <> 'd'
and (_op <> 'u' or coalesce(_patch, _update_description) is null)",
        'broken_patch': "_patch is not null and _patch_fields is null",
        'broken_image': "(_after is not null and _image is null)
or (_patch is not null and _patch_fields is null)
or (_patch_kind = 'fields' and _image is null)",
        'fields': {'patch': 'string', 'filter': 'string', 'updateDescription': 'string'},
        'envelope': {
            '_patch': '_message.patch',
            '_filter': '_message.filter',
            '_update_description': '_message.updateDescription',
            '_filter_fields': "coalesce(from_json(_filter, 'map<string, string>'), map())",
            '_given_id': "coalesce(
    _record_key['id'],
    " ~ debezium._id_of('_filter') | indent ~ ",
    _filter_fields['_id'],
    " ~ debezium._id_of('if(_after is null, _before, null)') | indent ~ "
)",
            '_document_id': debezium._shell_id('_given_id'),
            '_patch_fields': "from_json(_patch, 'map<string, string>')",
            '_patch_kind': "case
    when _after is not null then null
    when size(array_except(map_keys(_patch_fields), array('$v', '$set', '$unset'))) > 0
        then if(exists(map_keys(_patch_fields), name -> startswith(name, '$')), 'operators', 'document')
    when arrays_overlap(map_keys(_patch_fields), array('$set', '$unset')) then 'fields'
    when _patch_fields is not null then 'operators'
end",
            '_set_fields': "if(
    _patch_kind = 'fields',
    from_json(coalesce(_patch_fields['$set'], '{}'), 'map<string, string>'),
    null
)",
        },
        'texts': ['_before', '_after', '_patch', '_filter', '_update_description'],
        'source': dict(
            debezium._source_fields(),
            rs='string', collection='string', ord='bigint', h='bigint', lsid='string', txnNumber='bigint', wallTime='bigint',
            tord='bigint', stxnid='string'
        ),
        'server': ["_source.name", "_source.rs"],
        'collection': ["_source.db", "_source.collection"],
        'extended_json': true,
        'full_images': "Set capture.mode to change_streams_update_full_with_pre_image, and turn on changeStreamPreAndPostImages.",
        'layouts': ['kafka', 'json', 'json_keyed', 'flattened', 'flattened_kafka', 'cloudevents', 'outbox'],
        'flattened_key': "if(_record_key is null, null, map('_id', _record_key['id']))",
        'streamed': 'ts_ms',
        'coordinates': dict.fromkeys(['ts_ms', 'ord', 'h'], 'number'),
    }) }}
{%- endmacro %}
