{#-
    The value as the transform writes it, by the Python function: JSON text, or the reason why there is
    none. `scalars` is connect for the transform's own form, extended where columns are read from it.
-#}
{%- macro _smt_value(layout, connector, options, scalars='connect', image=none) -%}
    {%- set documents = connector.extended_json or false -%}
    {%- set whole = scalars == 'connect' -%}
    {%- set image = image or (
        connector.document if not options.rewrite
        else "if(" ~ connector.deleted ~ ", _before, " ~ connector.document ~ ")"
    ) -%}
    {%- set fields = [] -%}
    {%- for reference in options.fields if whole -%}
        {%- do fields.append([reference.name, reference.struct, reference.field]) -%}
    {%- endfor -%}
    {%- set with_defaults = whole and options.rewrite and options.replace_null_with_default and not documents -%}
    {%- set how = {'extended_json': documents} -%}
    {%- for name, value in {
        'scalars': none if whole else scalars,
        'array_encoding': options.array_encoding,
        'delimiter': options.delimiter,
        'rewrite_with_id': whole and options.rewrite_with_id,
        'replace_null_with_default': with_defaults,
        'add_fields': fields or none,
    }.items() if value is not none and value is not false -%}
        {%- do how.update({name: value}) -%}
    {%- endfor -%}
    {{ return("debezium_document(
    " ~ image | indent ~ ",
    " ~ (connector.partial if connector.partial and image != '_before' else 'null') | indent ~ ",
    " ~ (connector.document_id or 'null') | indent ~ ",
    " ~ ("if(" ~ connector.deleted ~ ", 'true', 'false')" if whole and options.rewrite else 'null') | indent ~ ",
    " ~ ((layout.message or '_raw') if fields or with_defaults else 'null') | indent ~ ",
    " ~ debezium._string_literal(tojson(how)) ~ "
)") }}
{%- endmacro %}

{#- The key as the transform writes it, as a document where the images are. -#}
{%- macro _smt_key(connector, options) -%}
    {%- if not connector.extended_json -%}
        {{ return(connector.document_key) }}
    {%- endif -%}
    {%- set how = {'extended_json': true} -%}
    {%- do how.update(array_encoding=options.array_encoding) if options.array_encoding -%}
    {{ return(debezium._document_or_null("debezium_document(
    " ~ connector.document_key ~ ", null, null, null, null, " ~ debezium._string_literal(tojson(how)) ~ "
)")) }}
{%- endmacro %}
