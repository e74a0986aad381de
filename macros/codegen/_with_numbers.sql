{#- The fields, each decimal that the messages hold as a JSON number (decimal.format=NUMERIC) with that encoding. -#}
{%- macro _with_numbers(seen, fields) -%}
    {%- set tests = {} -%}
    {%- for field in fields if field.semantic_type and debezium._semantic(field.semantic_type).form == 'decimal' -%}
        {%- set name = modules.re.sub('([^A-Za-z0-9_ ])', '\\\\\\1', tojson(field.name)) -%}
        {#- the name, then a number: itself, or in an array, perhaps behind nulls -#}
        {%- do tests.update({field.name: "if(bool_or(cast(value as string) rlike "
            ~ debezium._text(name ~ ':[\\[nul,\\s]*-?[0-9]') ~ "), " ~ debezium._text(field.name) ~ ", null)"}) -%}
    {%- endfor -%}
    {%- if not tests -%}
        {{ return(fields) }}
    {%- endif -%}
    {%- set numbers = debezium._rows_of("
select array_compact(array(
    " ~ tests.values() | join(',\n    ') ~ "
)) as names
" ~ debezium._landed_of(seen))[0].names -%}
    {%- set result = [] -%}
    {%- for field in fields -%}
        {%- do result.append(dict(field, encoding='number') if field.name in numbers else field) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}
