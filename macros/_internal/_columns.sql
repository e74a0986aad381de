{#-
    The declared columns of a model: [{name, data_type, path, semantic_type, scale}].

    They stand in the model's YAML, or in the `columns` argument as {name: data_type} or
    {name: {data_type, path, ...}}. A YAML entry is a column of the source unless it is one of the
    package's own (debezium.metadata_columns).
-#}
{%- macro _columns(macro, columns, example) -%}
    {%- set declared = [] -%}
    {%- if columns is none -%}
        {%- set own = debezium.metadata_columns() -%}
        {%- for column in model.columns.values() if column.name not in own -%}
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
