{#-
    MongoDB. Images are JSON text; the message key holds the document's id as JSON text, 1.x repeats it
    in `filter`. A 1.x update has a `patch`: a whole document, or $set and $unset of some fields.
    Snapshot reads carry the time of the read, not of the change: they have no coordinates.
-#}
{%- macro _connector_mongodb() -%}
    {%- set set_fields = "get_json_object(_patch, \"$['$set']\")" -%}
    {%- set unset_fields = "get_json_object(_patch, \"$['$unset']\")" -%}
    {%- set is_patch = "_after is null and coalesce(" ~ set_fields ~ ", " ~ unset_fields ~ ") is not null" -%}
    {{ return({
        'image_type': 'string',
        'image': "from_json(case when _op = 'd' then _before when _after is not null then _after when "
            ~ is_patch ~ " then coalesce(" ~ set_fields ~ ", '{}') else _patch end, 'map<string, string>')",
        'carried': "if(" ~ is_patch ~ ", concat(coalesce(json_object_keys(" ~ set_fields ~ "), array()),"
            ~ " coalesce(json_object_keys(" ~ unset_fields ~ "), array())), null)",
        'pending': "_op = 'u' and _after is null"
            ~ " and (carried is null and _patch is null or exists(carried, name -> contains(name, '.')))",
        'key': "map('_id', coalesce("
            ~ "if(startswith(message_key['id'], '\"'), get_json_object(message_key['id'], '$'), message_key['id']), "
            ~ "from_json(_filter, 'map<string, string>')['_id']))",
        'has_image': "_op = 'd' or _after is not null or (_op = 'u' and coalesce(_patch, _update_description) is not null)",
        'broken_image': "image is null and coalesce(_after, _patch) is not null",
        'fields': {'patch': 'string', 'filter': 'string', 'updateDescription': 'string'},
        'envelope': {
            '_patch': 'message.patch',
            '_filter': 'message.filter',
            '_update_description': 'message.updateDescription',
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
