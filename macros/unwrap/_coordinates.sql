{#- The coordinates of the source block that follow its commits, as values that compare rightly. -#}
{%- macro _coordinates(connector) -%}
    {%- set coordinates = {} -%}
    {%- for name, kind in connector.coordinates.items() -%}
        {%- do coordinates.update({name: debezium._coordinate(name, kind).value}) -%}
    {%- endfor -%}
    {{ return(debezium._struct(coordinates)) }}
{%- endmacro %}

{#- All of them as one text, which sorts as they do from left to right. -#}
{%- macro _sortable_coordinates(connector) -%}
    {%- set parts = [] -%}
    {%- for name, kind in connector.coordinates.items() -%}
        {%- do parts.append(debezium._sortable_coordinate(name, kind)) -%}
    {%- endfor -%}
    {{ return(parts[0] if parts | length == 1 else "concat_ws(
    ' ',
    " ~ parts | join(',\n') | indent ~ "
)") }}
{%- endmacro %}
