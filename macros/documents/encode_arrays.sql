{#-
    A document with each array as an object {_0, _1, ...}, as the SMT's array.encoding=document writes it; values
    keep their type, in one dialect of Extended JSON.
-#}
{%- macro encode_arrays(document) -%}
    {{ return(adapter.dispatch('encode_arrays', 'debezium')(document)) }}
{%- endmacro %}

{%- macro default__encode_arrays(document) -%}
    {%- do debezium._require_function('encode_arrays', 'debezium_document') -%}
    {%- set options = {'extended_json': true, 'scalars': 'extended', 'array_encoding': 'document'} -%}
    {{ return(debezium._document_or_null("debezium_document(
    " ~ document ~ ", null, null, null, null,
    " ~ debezium._string_literal(tojson(options)) ~ "
)")) }}
{%- endmacro %}

{#- The result of the Python function. Null if it returned a reason instead. -#}
{%- macro _document_or_null(written) -%}
    {{ return("get(
    filter(
        array(" ~ written | indent(8) ~ "),
        written -> startswith(written, '{')
    ),
    0
)") }}
{%- endmacro %}
