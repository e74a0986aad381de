{#-
    The options of Debezium's ExtractNewDocumentState and ExtractNewRecordState, checked: their names with
    `_` for `.` and `-`, values as in a connector's configuration (text) or of Jinja's own types.

    array_encoding, delete_mode     one of the transform's values; none where the option is not given
    rewrite                         whether the mode adds __deleted
    delimiter                       the delimiter of flattened names; none where nothing is flattened
    rewrite_with_id, replace_null_with_default, by_schema_name, previous, exact_numbers   yes or no
    epochs                          conditions, each true of what is later than a break of the order
    fields, headers                 the references of add_fields and add_headers
-#}
{%- macro _smt_options(macro, given, example) -%}
    {%- set result = {} -%}
    {%- for name, known in {
        'array_encoding': ['array', 'document'],
        'delete_tombstone_handling_mode': ['drop', 'tombstone', 'rewrite', 'rewrite-with-tombstone', 'delete-to-tombstone'],
    }.items() -%}
        {%- set value = (given[name] | string).strip() | lower if given[name] is not none else none -%}
        {%- if value is not none and value not in known -%}
            {%- do debezium._error(macro, name ~ " must be one of " ~ known | join(', ') ~ ", got: " ~ given[name], example) -%}
        {%- endif -%}
        {%- do result.update({name: value}) -%}
    {%- endfor -%}
    {%- for name in [
        'flatten_struct', 'delete_tombstone_handling_mode_rewrite_with_id', 'replace_null_with_default',
        'by_schema_name', 'previous', 'exact_numbers',
    ] -%}
        {%- set value = (given[name] | string).strip() | lower -%}
        {%- if value not in ['true', 'false'] -%}
            {%- do debezium._error(macro, name ~ " must be true or false, got: " ~ given[name], example) -%}
        {%- endif -%}
        {%- do result.update({name: value == 'true'}) -%}
    {%- endfor -%}
    {%- if given.epochs is string or given.epochs is mapping -%}
        {%- do debezium._error(macro, "epochs must be a list of conditions, got: " ~ given.epochs, example) -%}
    {%- endif -%}
    {{ return(dict(result,
        epochs=given.epochs or [],
        delete_mode=result.delete_tombstone_handling_mode,
        rewrite=(result.delete_tombstone_handling_mode or '').startswith('rewrite'),
        delimiter=given.flatten_struct_delimiter | string if result.flatten_struct else none,
        rewrite_with_id=result.delete_tombstone_handling_mode_rewrite_with_id,
        fields=debezium._references(macro, 'add_fields', given.add_fields, given.add_fields_prefix, example),
        headers=debezium._references(macro, 'add_headers', given.add_headers, given.add_headers_prefix, example)
    )) }}
{%- endmacro %}
