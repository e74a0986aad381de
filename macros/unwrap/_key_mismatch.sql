{#- True if the message key and the image have different values of a key column. The message key decides. -#}
{%- macro _key_mismatch(columns, key, layout, connector) -%}
    {%- set cases = [] -%}
    {%- set id = debezium._id_column(columns, key, connector) -%}
    {%- for column in debezium._key_columns(columns, key) -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set names = debezium._field_names(column, connector) -%}
        {%- set values = [name, debezium._decode_column('_image_key.' ~ name, column, connector)] -%}
        {%- if column.name == id -%}
            {%- set values = ["coalesce(get(_typed_ids, 0), " ~ name ~ ")", "coalesce(get(_typed_ids, 1), _image_key." ~ name ~ ")"] -%}
        {%- endif -%}
        {%- do cases.append("(
        " ~ debezium._contains('_key_texts', names) ~ "
        and " ~ debezium._contains('_texts', names) ~ "
        and not " ~ values[0] ~ " <=> " ~ values[1] | indent(8) ~ "
    )") -%}
    {%- endfor -%}
    {%- if not columns and not connector.extended_json -%}
        {%- do cases.append("exists(
        map_values(map_zip_with(
            _key_texts,
            from_json(if(_op = 'd', _before, _after), 'map<string, string>'),
            (name, of_key, of_image) -> of_key <> of_image
        )),
        differs -> differs
    )") -%}
    {%- endif -%}
    {%- if not cases or not debezium._layout_has(layout, '_raw_key') -%}
        {{ return('false') }}
    {%- endif -%}
    {{ return("_classification = 'data'
and coalesce(
    " ~ cases | join('\n    or ') ~ ",
    false
)") }}
{%- endmacro %}
