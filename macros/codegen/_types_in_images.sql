{#-
    The content below a path in the images: each name, the kind of its values, how often. A variant has 5.0 as a whole number: only
    the text shows a double, as Java writes it. A fraction of more than 15 digits is a double where it is the text of one; in a document each is.
-#}
{%- macro _types_in_images(images, path, documents) -%}
    {%- set object = "get_json_object(image, " ~ debezium._json_path(path) ~ ")" if path else 'image' -%}
    {{ return("
select
    name,
    case
        when type like 'OBJECT<$numberLong:%' or type like 'OBJECT<$numberInt:%' or type = 'BIGINT' then 'bigint'
        when type like 'DECIMAL%' and not contains(text, '.') then 'number'" ~ ("" if documents else "
        when type rlike r'^DECIMAL\\((1[6-9]|[23]\\d),' and cast(value as string) <> text then 'decimal'") ~ "
        when type like 'OBJECT<$numberDouble:%' or type = 'DOUBLE' or type like 'DECIMAL%' then 'double'
        when type like 'OBJECT<$date:%' then 'timestamp'
        when type like 'OBJECT<$%' then 'string'
        when type = 'OBJECT<>' then 'empty document'
        when type like 'OBJECT<%' then 'document'
        when type like 'ARRAY<%' then 'array'
        when type = 'STRING' and cast(value as string) rlike r'^([A-Za-z0-9+/]{4}){0,8}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$' then 'base64'
        when type = 'STRING' and cast(value as string) rlike r'^([A-Za-z0-9+/]{4}){1,9}$' then 'groups of four'
        when type = 'STRING' and cast(value as string) rlike r'^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6}0*)?Z$' then 'timestamp'
        else lower(type)
    end as type,
    count(*) as times
from (
    select
        array_position(json_object_keys(object), fields.key) as place,
        fields.key as name,
        fields.value as value,
        replace(replace(schema_of_variant(fields.value), '`', ''), '\\'', '') as type,
        if(type like 'DECIMAL%', from_json(object, 'map<string, string>')[fields.key], null) as text
    from (select " ~ object ~ " as object from (" ~ images ~ ")),
    lateral variant_explode(try_parse_json(object)) as fields
)
group by 1, 2
order by avg(place), 1, 2") }}
{%- endmacro %}

{#- The Spark type for values of all these JSON types, else string; `is_exact` where only exact_numbers keeps their digits. -#}
{%- macro _union_of(kinds) -%}
    {%- if kinds | length == 1 and kinds[0] in ['bigint', 'double', 'boolean', 'timestamp'] -%}
        {{ return({'data_type': kinds[0]}) }}
    {%- elif kinds == ['number'] or kinds | sort == ['bigint', 'number'] -%}
        {{ return({'data_type': 'decimal(38, 0)'}) }}
    {%- elif kinds | sort == ['bigint', 'double'] -%}
        {{ return({'data_type': 'double'}) }}
    {%- elif 'decimal' in kinds -%}
        {{ return({'data_type': 'string', 'is_exact': true}) }}
    {%- endif -%}
    {{ return({'data_type': 'string'}) }}
{%- endmacro %}
