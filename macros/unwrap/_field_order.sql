{#-
    A map is searched from its front for each name. Where an image has the declared fields, all and in order, the fields of
    a wide table are read by place.
-#}
{%- macro _is_wide(names, layout) -%}
    {{ return(not layout.structs and names | length >= var('debezium__wide_table', 20)) }}
{%- endmacro %}

{#-
    The names that a column's field may have at the top of an image and of the message key, as literals. In a flattened row a path
    may be a name, as flatten.struct writes it, or go below the top level.
-#}
{%- macro _field_names(column, connector) -%}
    {%- set top = debezium._string_literal(column.path.split('.')[0]) -%}
    {%- set name = debezium._string_literal(column.path) -%}
    {{ return([top] if connector.extended_json else [name, top] if connector.is_flattened and name != top else [name]) }}
{%- endmacro %}

{#- Whether a map contains one of them. -#}
{%- macro _contains(map, names) -%}
    {%- set contains = debezium._each("map_contains_key(" ~ map ~ ", {})", names) | join(' or ') -%}
    {{ return("(" ~ contains ~ ")" if names | length > 1 else contains) }}
{%- endmacro %}

{#- Whether a column's field is given and its value, a placeholder, is left out of the texts. -#}
{%- macro _has_placeholder(given, column, connector) -%}
    {%- set names = debezium._field_names(column, connector) -%}
    {%- set cases = debezium._each("map_contains_key(" ~ given ~ ", {}) and not map_contains_key(_texts, {})", names) -%}
    {#- below the top of a field only where no field has the path as its name -#}
    {{ return(cases[0] if cases | length == 1 else cases[0] ~ "
or (
    not map_contains_key(" ~ given ~ ", " ~ names[0] ~ ")
    and " ~ cases[1] ~ "
)") }}
{%- endmacro %}

{#- Whether an event that names its fields, as a partial document does, lacks a column's. -#}
{%- macro _is_not_present(column) -%}
    {%- set paths = debezium._string_literals([column.path.split('.')[0], column.path] | unique) -%}
    {{ return("not arrays_overlap(_present_fields, array(" ~ paths ~ "))") }}
{%- endmacro %}

{#- The fields at the top of an image that columns are read from, as literals. -#}
{%- macro _names_of(columns, connector) -%}
    {%- set names = [] -%}
    {%- for column in columns if not column.text -%}
        {%- do names.extend(debezium._field_names(column, connector)) -%}
    {%- endfor -%}
    {{ return(names | unique(true) | list) }}
{%- endmacro %}

{%- macro _in_order(names, connector) -%}
    {%- set same = "map_keys(" ~ debezium._given_image(connector) ~ ") = array(
    " ~ names | join(',\n    ') ~ "
)" -%}
    {#- The texts do not contain the fields with a placeholder. -#}
    {{ return("not coalesce(arrays_overlap(map_values(_given), _placeholders), false)
and " ~ same if connector.placeholders else same) }}
{%- endmacro %}

{%- macro _text_of(texts, name, places=[]) -%}
    {%- set by_name = texts ~ "[" ~ name ~ "]" -%}
    {{ return("if(_in_order, map_values(" ~ texts ~ ")[" ~ places.index(name) ~ "], " ~ by_name ~ ")" if places else by_name) }}
{%- endmacro %}

{#- The fields that no column is read from. Most images have the declared ones in their order, and maps are filtered slowly. -#}
{%- macro _undeclared(names, layout, connector, places) -%}
    {%- set listed = "(
    " ~ names | join(',
    ') ~ "
)" -%}
    {%- set filtered = "map_filter(
    " ~ ('_texts' if layout.structs else debezium._given_image(connector)) ~ ",
    (name, text) -> name not in " ~ listed | indent ~ "
)" -%}
    {%- set declared = '_in_order' if places else 'map_keys(_image) = array' ~ listed -%}
    {{ return(filtered if layout.structs or not names else debezium._if(declared, 'null', filtered)) }}
{%- endmacro %}
