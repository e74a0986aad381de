{#-
    The columns that a model reads: [{name, data_type, path, semantic_type, scale}], from its YAML
    or from the `columns` argument as {name: data_type} or {name: {data_type, path, ...}}.
-#}
{%- macro _columns(macro, columns, example) -%}
    {%- set declared = [] -%}
    {%- if columns is none -%}
        {%- for column in debezium.declared_columns() -%}
            {%- set meta = (column.config.meta or column.meta or {}).get('debezium', {}) -%}
            {%- do declared.append(dict(meta, name=column.name, data_type=column.data_type)) -%}
        {%- endfor -%}
    {%- else -%}
        {%- for name, column in columns.items() -%}
            {%- set column = {'data_type': column} if column is string else column -%}
            {%- do declared.append(dict(column, name=name)) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- if execute and not declared -%}
        {%- do debezium._error(
            macro, model.name ~ " declares no columns: give them in its YAML or as `columns`", example
        ) -%}
    {%- endif -%}
    {%- set result = [] -%}
    {%- for column in declared -%}
        {%- if not column.data_type -%}
            {%- do debezium._error(macro, "column " ~ column.name ~ " has no data_type", example) -%}
        {%- endif -%}
        {%- do result.append(dict(column, path=column.path or column.name, data_type=column.data_type | lower)) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}
