{#-
    Whether a merge into a table of Hudi would change values of the declared type, because it casts as a query does: a number that is
    too large becomes another one or null, and a text that is no number null. The other formats report such a value.
-#}
{%- macro _would_overflow(data_type, stored) -%}
    {%- if '<' in data_type and '<' in stored -%}
        {%- set inner = debezium._inner_types(stored) -%}
        {%- for name, type in debezium._inner_types(data_type).items() if debezium._would_overflow(type, inner.get(name, '')) -%}
            {{ return(true) }}
        {%- endfor -%}
        {{ return(false) }}
    {%- endif -%}
    {%- set digits = {'tinyint': 3, 'byte': 3, 'smallint': 5, 'short': 5, 'int': 10, 'integer': 10, 'bigint': 19, 'long': 19} -%}
    {%- set decimals, words = ['decimal', 'numeric', 'dec'], [] -%}
    {%- for type in [data_type, stored] -%}
        {%- do words.append(modules.re.split('[ (<]', type | lower)[0]) -%}
    {%- endfor -%}
    {%- set declared, kept = words -%}
    {%- if kept not in digits and kept not in decimals -%}
        {{ return(declared == 'string' and kept not in ['', 'string', 'char', 'varchar']) }}
    {%- elif declared not in digits and declared not in decimals -%}
        {{ return(true) }}
    {%- elif declared in digits and kept in digits -%}
        {{ return(digits[declared] > digits[kept]) }}
    {%- endif -%}
    {#- the digits before the point; not all numbers of ten digits are an int -#}
    {%- set sizes = [debezium._precision_and_scale(data_type), debezium._precision_and_scale(stored)] -%}
    {{ return(digits.get(declared, sizes[0][0] - sizes[0][1]) > (digits[kept] - 1 if kept in digits else sizes[1][0] - sizes[1][1])) }}
{%- endmacro %}
