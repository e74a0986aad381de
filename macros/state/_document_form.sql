{#-
    How a base model reads the columns of a document: {array_encoding, delimiter} by the options in its call, and the
    columns that it declares. With --defer, base is the table of another target.
-#}
{%- macro _document_form(macro, base, example) -%}
    {%- set form = {'array_encoding': none, 'delimiter': none, 'columns': {}} -%}
    {%- for node in (graph.nodes.values() if execute and base else []) if node.resource_type == 'model'
        and [base.schema, base.identifier] in [
            [node.schema, node.alias], [(node.defer_relation or {}).schema, (node.defer_relation or {}).alias]
        ] -%}
        {%- set given = {} -%}
        {%- for name in ['array_encoding', 'flatten_struct', 'flatten_struct_delimiter']
            if modules.re.search('[(,\\s]' ~ name ~ '\\s*=(?!\\s*none\\b)', node.raw_code, modules.re.IGNORECASE) -%}
            {%- set constant = modules.re.search('[(,\\s]' ~ name ~ '\\s*=\\s*(true|false)\\b', node.raw_code, modules.re.IGNORECASE) -%}
            {%- do given.update({name: constant.group(1) if constant else debezium._literal_argument(node.raw_code, name)}) -%}
            {%- if given[name] is none -%}
                {%- do debezium._error(
                    macro, "the call in " ~ node.name ~ " must pass " ~ name ~ " as a literal. Write it in the model's SQL", example
                ) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- do form.update(
            columns=debezium._typed_columns(node),
            array_encoding=(given.array_encoding or '') | lower | trim or none,
            delimiter=given.flatten_struct_delimiter or '_' if (given.flatten_struct or '') | lower | trim == 'true' else none
        ) -%}
    {%- endfor -%}
    {{ return(form) }}
{%- endmacro %}
