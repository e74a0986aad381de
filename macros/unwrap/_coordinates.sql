{#- The coordinates of the source block that follow its commits, as values that compare rightly. -#}
{%- macro _coordinates(connector) -%}
    {%- set coordinates = {} -%}
    {%- for name, kind in connector.coordinates.items() -%}
        {%- do coordinates.update({name: debezium._coordinate(name, kind)}) -%}
    {%- endfor -%}
    {{ return("struct(
    " ~ debezium._select_pairs(coordinates, 4) ~ "
)") }}
{%- endmacro %}
