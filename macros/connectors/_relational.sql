{#-
    What the relational connectors share: images are objects in the message, the message key holds
    the key columns by name, a delete has only `before`.

    A connector tells the Spark type of an image (`image_type`), the image that an event leaves
    (`image`: text by field name), the key (`key`: likewise), when an event lacks one (`no_image`),
    and its coordinates in commit order (`coordinates`: none where all are null).
-#}
{%- macro _relational() -%}
    {{ return({
        'image_type': 'map<string, string>',
        'image': "if(_op = 'd', _before, _after)",
        'old_image': '_before',
        'document': '_after',
        'document_key': '_key_text',
        'deleted': '_after is null',
        'dropped': '_after is null and _before is null',
        'key': '_record_key',
        'no_image': "_after is null
and (_op <> 'd' or (_before is null and _key_texts is null))",
        'layouts': ['kafka', 'json', 'json_keyed', 'struct', 'flattened', 'flattened_kafka'],
        'fields': {},
        'envelope': {},
    }) }}
{%- endmacro %}
