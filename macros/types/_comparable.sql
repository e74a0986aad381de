{#-
    A value of a declared type as Spark compares, groups and sorts it: the value itself, but for maps and variants,
    wherever they are in it, as JSON text with the keys in order.
-#}
{%- macro _comparable(value, data_type) -%}
    {{ return(value if debezium._is_comparable(data_type) else debezium._as_json(debezium._in_key_order(value, data_type))) }}
{%- endmacro %}

{#- Whether Spark compares values of a type: it compares no map and no variant. -#}
{%- macro _is_comparable(data_type) -%}
    {%- if data_type | lower == 'variant' or data_type.startswith('map<') -%}
        {{ return(false) }}
    {%- elif '<' in data_type -%}
        {%- for type in debezium._inner_types(data_type).values() if not debezium._is_comparable(type) -%}
            {{ return(false) }}
        {%- endfor -%}
    {%- endif -%}
    {{ return(true) }}
{%- endmacro %}

{#- The same value with the entries of its maps in the order of their keys, so that equal maps have equal text. Those of a variant are in order already. -#}
{%- macro _in_key_order(value, data_type) -%}
    {%- if debezium._is_comparable(data_type) or data_type | lower == 'variant' -%}
        {{ return(value) }}
    {%- endif -%}
    {%- set inner = debezium._inner_types(data_type) -%}
    {%- if data_type.startswith('map<') -%}
        {%- set sorted = "map_from_entries(array_sort(
    map_entries(" ~ value ~ "),
    (one, other) -> if(one.key < other.key, -1, 1)
))" -%}
        {%- set values = debezium._in_key_order('value', inner.value) -%}
        {{ return(sorted if values == 'value' else "transform_values(
    " ~ sorted | indent ~ ",
    (key, value) -> " ~ values | indent ~ "
)") }}
    {%- elif data_type.startswith('array<') -%}
        {{ return("transform(
    " ~ value ~ ",
    each -> " ~ debezium._in_key_order('each', inner.value) | indent ~ "
)") }}
    {%- endif -%}
    {%- set fields = {} -%}
    {%- for name, type in inner.items() -%}
        {%- set name = debezium._quote(name) -%}
        {%- do fields.update({name: debezium._in_key_order(value ~ '.' ~ name, type)}) -%}
    {%- endfor -%}
    {{ return(debezium._if(value ~ " is null", "null", debezium._struct(fields))) }}
{%- endmacro %}
