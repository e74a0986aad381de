{#-
    The columns that a model reads: [{name, data_type, path, semantic_type}], from its YAML
    or from the `columns` argument as {name: data_type} or {name: {data_type, path, ...}}.
-#}
{%- macro _columns(macro, columns, example, empty=false) -%}
    {%- set declared = [] -%}
    {%- if columns is none -%}
        {%- for column in debezium.declared_columns() -%}
            {%- do declared.append(dict(debezium._entries(column), name=column.name, data_type=column.data_type)) -%}
        {%- endfor -%}
    {%- elif columns is not mapping -%}
        {%- do debezium._error(macro, "columns must be {name: data_type}, got: " ~ columns, example) -%}
    {%- else -%}
        {%- for name, column in columns.items() -%}
            {%- set column = column if column is mapping else {'data_type': column} -%}
            {%- do declared.append(dict(column, name=name)) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if empty and declared | length == 1 and declared[0].name == 'document' and not declared[0].path -%}
        {%- set declared = [] -%}
    {%- endif -%}
    {%- if execute and not declared and not empty -%}
        {%- do debezium._error(
            macro, model.name ~ " declares no columns. Declare them in its YAML or pass `columns`", example
        ) -%}
    {%- endif -%}
    {%- set reserved = (debezium.metadata_columns() | reject('equalto', 'document') | list) + debezium._helper_columns() -%}
    {%- set result = [] -%}
    {%- for column in declared -%}
        {%- if column.name | lower in result | map(attribute='name') | map('lower') | list -%}
            {%- do debezium._error(
                macro, "two columns have the name " ~ column.name ~ " except for case. Rename one and set its path", example
            ) -%}
        {%- elif column.name | lower in reserved -%}
            {%- do debezium._error(
                macro, "the package itself uses the name " ~ column.name ~ ". Give the column another name and its own name as path", example
            ) -%}
        {%- endif -%}
        {%- if not column.data_type -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " has no data_type. Declare one", example) -%}
        {%- elif modules.re.split('[ (<]', column.data_type)[0] | lower not in debezium._type_names() -%}
            {%- do debezium._error(
                macro,
                "column " ~ column.name ~ " of " ~ model.name ~ " has the data_type " ~ column.data_type ~ ". Valid types: "
                    ~ debezium._type_names() | join(', '),
                example
            ) -%}
        {%- endif -%}
        {%- for name in column if name not in debezium._column_entries() -%}
            {%- do debezium._error(
                macro,
                "column " ~ column.name ~ " of " ~ model.name ~ " has the unknown property " ~ name ~ ". Valid: "
                    ~ debezium._column_entries() | join(', '),
                example
            ) -%}
        {%- endfor -%}
        {%- do result.append(dict(column, path=column.path or column.name, data_type=debezium._lower_type(column.data_type))) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#- The properties of a declared column: name, type, and the entries of `meta: debezium`. -#}
{%- macro _column_entries() -%}
    {{ return([
        'name', 'data_type', 'path', 'semantic_type', 'scale', 'length', 'unsigned', 'older_types', 'encoding', 'nanoseconds', 'infinity',
        'fields', 'default', 'mask',
    ]) }}
{%- endmacro %}

{#- A Spark type in lower case; names of fields stay as they are. -#}
{%- macro _lower_type(data_type) -%}
    {%- set words = [] -%}
    {%- for word in modules.re.findall('`(?:[^`]|``)*`|[^\\s`<>(),]+\\s*:|\\w+\\s*<|[^`]', data_type) -%}
        {%- do words.append(word if word[0] == '`' or word.endswith(':') else modules.re.sub('\\s*<', '<', word) | lower) -%}
    {%- endfor -%}
    {{ return(words | join) }}
{%- endmacro %}
