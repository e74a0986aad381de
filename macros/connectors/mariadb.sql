{#-
    MariaDB. As MySQL; its gtid numbers the transactions of a domain, on whichever server of it, so that the order
    outlives a failover. Where several domains write to a table, mysql's coordinates are the right ones.
-#}
{%- macro _connector_mariadb() -%}
    {%- set mysql = debezium._connector_mysql() -%}
    {{ return(dict(mysql, coordinates=dict({'gtid': 'gtid'}, **mysql.coordinates))) }}
{%- endmacro %}
