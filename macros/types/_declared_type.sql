{#-
    The type that a declared column's text is read as, in the terms of `_field_type`. Where many types are read equally: number, or
    string, which any text is. None where another type could not be written so that the column reads it.
-#}
{%- macro _declared_type(column) -%}
    {%- if column.mask or column.text -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set reading = debezium._reading(column.data_type, column.semantic_type, column) -%}
    {%- set form = reading.form -%}
    {%- if form == 'nested' and reading.data_type.startswith('array<') -%}
        {%- set inner = debezium._inner_types(reading.data_type).value -%}
        {%- set word = debezium._declared_type(dict(column, data_type=inner, semantic_type=reading.semantic_type)) -%}
        {{ return('array of ' ~ word if word else none) }}
    {%- elif form == 'text' -%}
        {{ return('string') }}
    {%- elif form == 'plain_decimal' and column.encoding == 'number' -%}
        {{ return(none) }}
    {%- elif form in ['number', 'float', 'plain_decimal'] -%}
        {{ return('unsigned' if column.unsigned else 'number') }}
    {%- elif form == 'decimal' -%}
        {{ return('decimal ' ~ column.get('scale', debezium._precision_and_scale(reading.data_type)[1])) }}
    {%- elif form == 'variable_decimal' -%}
        {{ return(form) }}
    {%- elif form == 'bits' -%}
        {{ return('bits ' ~ column.get('length', 64)) }}
    {%- elif form in ['date', 'time', 'timestamp', 'count'] -%}
        {%- set semantic = {'form': reading.semantic_form or form, 'per_second': reading.per_second, 'types': ['int']} -%}
        {{ return(debezium._count_type(semantic) or semantic.form) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
