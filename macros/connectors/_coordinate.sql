{#-
    A coordinate of the source block as a value that compares rightly, null where it is unreadable. An
    lsn such as 00000027:00000758:0005 becomes its parts: each is hexadecimal, and widths may differ, so
    neither text nor one number would do. A file such as mysql-bin.000003 is known by its number, MariaDB's
    gtid 0-1-42 by its last. A snapshot read shows what a whole commit left: it stands behind the commit's changes.
-#}
{%- macro _coordinate(name, kind) -%}
    {%- set text = "_source['" ~ name ~ "']" -%}
    {%- if kind == 'read' -%}
        {{ return("coalesce(_op = 'r', false)") }}
    {%- elif kind == 'number' -%}
        {{ return("try_cast(" ~ text ~ " as bigint)") }}
    {%- elif kind == 'gtid' -%}
        {{ return("try_cast(regexp_extract(" ~ text ~ ", '^[0-9]+-[0-9]+-([0-9]+)$', 1) as bigint)") }}
    {%- elif kind == 'file' -%}
        {{ return("try_cast(regexp_extract(" ~ text ~ ", '[.]([0-9]+)$') as bigint)") }}
    {%- endif -%}
    {{ return("if(
    " ~ text ~ " rlike '^0*[0-9A-Fa-f]{1,15}(?::0*[0-9A-Fa-f]{1,15})*+$',
    transform(split(" ~ text ~ ", ':'), part -> cast(conv(part, 16, 10) as bigint)),
    null
)") }}
{%- endmacro %}
