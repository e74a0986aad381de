{#-
    SQL Server. Its stream follows the commit LSN; change LSN and event_serial_no order the events of
    a commit (a key change's delete and create are serial 1 and 2). Snapshot rows know the commit LSN
    alone and so come before the changes of that commit.
-#}
{%- macro _connector_sqlserver() -%}
    {{ return(dict(debezium._relational(), coordinates={
        'commit_lsn': debezium._lsn("_source['commit_lsn']"),
        'change_lsn': debezium._lsn("_source['change_lsn']"),
        'event_serial_no': "try_cast(_source['event_serial_no'] as bigint)",
    })) }}
{%- endmacro %}

{#-
    A log sequence number such as 00000027:00000758:0005 as its parts: each is hexadecimal, and widths
    may differ, so neither text nor one number compares rightly.
-#}
{%- macro _lsn(text) -%}
    {{ return("if(
    " ~ text ~ " rlike '^[0-9A-Fa-f]{1,15}(:[0-9A-Fa-f]{1,15})*$',
    transform(split(" ~ text ~ ", ':'), part -> cast(conv(part, 16, 10) as bigint)),
    null
)") }}
{%- endmacro %}
