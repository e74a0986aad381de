{#- The connectors: a new one is a file beside this and a line here. -#}
{%- macro _connectors() -%}
    {{ return({
        'mongodb': debezium._connector_mongodb(),
        'sqlserver': debezium._connector_sqlserver(),
        'db2': debezium._connector_db2(),
        'cdl': debezium._connector_cdl(),
    }) }}
{%- endmacro %}
