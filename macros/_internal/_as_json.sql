{#- A value as JSON text: nulls kept, times in UTC and to the microsecond, whatever the session's settings are. -#}
{%- macro _as_json(value) -%}
    {{ return("to_json(
    " ~ value | indent ~ ",
    map(
        'ignoreNullFields', 'false',
        'timeZone', 'UTC',
        'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX',
        'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS'
    )
)") }}
{%- endmacro %}
