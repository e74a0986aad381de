{#-
    A column's text as its Spark value. A Decimal whose scale changed is read with the scale that its own message's schema
    tells; without a schema, with the newest.
-#}
{%- macro _decode_column(text, column) -%}
    {%- if column.mask -%}
        {{ return(debezium._masked(text, column)) }}
    {%- endif -%}
    {%- set newest = debezium.decode(text, column.data_type, column.semantic_type, column) -%}
    {%- if not column.older_scales -%}
        {{ return(newest) }}
    {%- endif -%}
    {%- set cases = [] -%}
    {%- for scale in column.older_scales -%}
        {%- set value = debezium.decode(text, column.data_type, column.semantic_type, dict(column, scale=scale)) -%}
        {%- do cases.append("when '" ~ scale ~ "'
        then " ~ value | indent(8)) -%}
    {%- endfor -%}
    {{ return("case " ~ debezium._told_scale(column.path) | indent(4) ~ "
    " ~ cases | join("\n    ") ~ "
    else " ~ newest | indent(4) ~ "
end") }}
{%- endmacro %}

{#- The scale of a field in the schema that the message carries. -#}
{%- macro _told_scale(path) -%}
    {{ return("get(
    filter(
        flatten(transform(
            from_json(
                _raw,
                'struct<schema: struct<fields: array<struct<fields: array<struct<
                    field: string,
                    parameters: map<string, string>
                >>>>>>'
            ).schema.fields,
            part -> part.fields
        )),
        each -> each.field = " ~ debezium._text(path) ~ " and each.parameters['scale'] is not null
    ),
    0
).parameters['scale']") }}
{%- endmacro %}
