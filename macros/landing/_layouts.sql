{#- The landing layouts: a new one is a file beside this and a line here. -#}
{%- macro _layouts() -%}
    {{ return({
        'kafka': debezium._layout_kafka(),
        'json': debezium._layout_json(),
        'struct': debezium._layout_struct(),
        'cdl': debezium._layout_cdl(),
    }) }}
{%- endmacro %}
