{#- The schemas that the messages of a table carry, oldest first; none where the converter leaves them out. -#}
{%- macro _embedded_schemas(table) -%}
    {%- set order = 'max(struct(timestamp, offset))' if table.topics else 'max(get_json_object(cast(value as string), \'$.payload.ts_ms\'))' -%}
    {%- set schemas = [] -%}
    {%- for row in debezium._query_rows("
select
    " ~ (debezium._row_part('schema', 'null') if debezium._is_row(table) else "get_json_object(cast(value as string), '$.schema')") ~ " as schema,
    " ~ order ~ " as newest
" ~ debezium._rows_of_table(table) ~ "
group by 1
having schema is not null
order by newest") -%}
        {%- do schemas.append(fromjson(row.schema)) -%}
    {%- endfor -%}
    {{ return(schemas) }}
{%- endmacro %}

{#- Those of an exported file, a line a topic: {topic, key_schemas, value_schemas}, oldest first. -#}
{%- macro _exported_schemas(path, topics) -%}
    {%- set schemas = [] -%}
    {%- for row in debezium._query_rows("
select value
from text." ~ debezium._quote(path) ~ "
where get_json_object(value, '$.topic') in (" ~ debezium._string_literals(topics) ~ ")") -%}
        {%- do schemas.extend(fromjson(row.value).value_schemas) -%}
    {%- endfor -%}
    {{ return(schemas) }}
{%- endmacro %}
