{#-
    What the relational connectors share: images are objects in the message, the message key holds
    the key columns by name, a delete has only `before`.

    A connector tells the Spark type of an image (`image_type`), the image that an event leaves
    (`image`: text by field name), the key (`key`: likewise), when an event has none (`has_image`),
    and its coordinates in commit order (`coordinates`: null together where it has none).
-#}
{%- macro _relational() -%}
    {{ return({
        'image_type': 'map<string, string>',
        'image': "if(_op = 'd', _before, _after)",
        'key': 'message_key',
        'has_image': "_after is not null or (_op = 'd' and (_before is not null or message_key is not null))",
        'fields': {},
        'envelope': {},
    }) }}
{%- endmacro %}
