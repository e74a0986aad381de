{#-
    MongoDB. Images are JSON text; the message key holds the document's id as JSON text, 1.x repeats it
    in `filter`. A 1.x update has a `patch`: a whole document, or $set and $unset of some fields.
    Snapshot reads carry the time of the read, not of the change: they have no coordinates.
-#}
{%- macro _connector_mongodb() -%}
    {{ return({
        'image_type': 'string',
        'image': "from_json(
    case
        when _op = 'd' then _before
        when _after is not null then _after
        when _fields_set is not null or _fields_unset is not null then coalesce(_fields_set, '{}')
        else _patch
    end,
    'map<string, string>'
)",
        'carried': "if(
    _after is null and (_fields_set is not null or _fields_unset is not null),
    concat(
        coalesce(json_object_keys(_fields_set), array()),
        coalesce(json_object_keys(_fields_unset), array())
    ),
    null
)",
        'pending': "_op = 'u'
and _after is null
and (_patch is null or exists(_carried, name -> contains(name, '.')))",
        'key': "map(
    '_id',
    case
        when startswith(message_key['id'], '\"') then get_json_object(message_key['id'], '$')
        when message_key['id'] is not null then message_key['id']
        else from_json(_filter, 'map<string, string>')['_id']
    end
)",
        'no_image': "_after is null
and _op <> 'd'
and (_op <> 'u' or coalesce(_patch, _update_description) is null)",
        'broken_image': "_image is null and coalesce(_after, _patch) is not null",
        'fields': {'patch': 'string', 'filter': 'string', 'updateDescription': 'string'},
        'envelope': {
            '_patch': 'message.patch',
            '_filter': 'message.filter',
            '_update_description': 'message.updateDescription',
            '_fields_set': "get_json_object(_patch, '$.$set')",
            '_fields_unset': "get_json_object(_patch, '$.$unset')",
        },
        'texts': ['_before', '_after', '_patch', '_filter', '_update_description'],
        'extended_json': true,
        'streamed': "coalesce(_source['snapshot'], 'false') = 'false'",
        'coordinates': {
            'ts_ms': "try_cast(_source['ts_ms'] as bigint)",
            'ord': "try_cast(_source['ord'] as bigint)",
            'h': "try_cast(_source['h'] as bigint)",
        },
    }) }}
{%- endmacro %}
