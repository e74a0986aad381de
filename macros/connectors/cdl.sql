{#- CDL over PostgreSQL and openGauss: events follow the lsn; other sources may send none. -#}
{%- macro _connector_cdl() -%}
    {{ return(dict(debezium._relational(), key='coalesce(message_key, unique_key)', coordinates={
        'lsn': "try_cast(_source['lsn'] as bigint)",
    })) }}
{%- endmacro %}
