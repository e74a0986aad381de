{#-
    A timestamp of the years 1 to 9999 from a count since the epoch (milliseconds, or the unit of the semantic type) or
    from text (ISO 8601, or a blank for the T). Text without a zone is UTC, whatever the session's zone; a time without
    a day is none. timestamp_ntz shows UTC's clock. What is finer than a microsecond fits only as a string, or where
    the column declares `nanoseconds: drop`.
-#}
{%- macro _decode_timestamp(text, data_type, parameters) -%}
{%- set drop = parameters.nanoseconds == 'drop' -%}
{%- set per_second = parameters.per_second -%}
{%- set nanos = per_second == 1000000000 -%}
{%- set count = "cast(" ~ text ~ " as bigint)" -%}
{%- if data_type == 'string' and not per_second -%}
{{ text }}
{%- elif data_type == 'string' and nanos -%}
coalesce(
    {{ debezium._timestamp_as_text("try_cast(" ~ text ~ " as bigint)", per_second) | indent(4) }},
    {{ debezium._fine_timestamp(text, '1,9') | indent(4) }},
    {{ debezium._with(
        'micros',
        "unix_micros(" ~ debezium._decode_timestamp(text, 'timestamp', parameters) ~ ")",
        debezium._timestamp_as_text('micros', 1000000) ~ " || '000'"
    ) | indent(4) }}
)
{%- elif data_type == 'string' -%}
coalesce(
    cast({{ debezium._decode_timestamp(text, 'timestamp_ntz', parameters) | indent(4) }} as string),
    {{ debezium._fine_timestamp(text, '7,9') | indent(4) }}
)
{%- elif data_type == 'timestamp_ntz' -%}
{{ debezium._after_epoch("unix_micros(" ~ debezium._decode_timestamp(text, 'timestamp', parameters) ~ ") * 0.000001BD") }}
{%- else -%}
case
    {%- if nanos %}
    when try_cast({{ text }} as bigint) {{ 'is not null' if drop else '% 1000 = 0' }}
        then timestamp_micros({{ "\n            " ~ debezium._floored(count, 1000) | indent(12) ~ "\n        " if drop else count ~ ' div 1000' }})
    {%- elif per_second %}
    when try_cast({{ text }} as bigint) between {{ -62135596800 * per_second }} and {{ 253402300800 * per_second - 1 }}
        then timestamp_{{ 'millis' if per_second == 1000 else 'micros' }}({{ count }})
    {%- endif %}
    {%- if not drop %}
    when {{ text }} rlike r'\.[0-9]{6}[0-9]*[1-9]'
        then null
    {%- endif %}
    when
        {{ text }} rlike r'^(0001-01-01|9999-12-31)[T ].{0,40}[+-]\d\d(:?\d\d){0,2}$'
        and try_cast({{ text }} as timestamp)
        not between timestamp '0001-01-01 00:00:00Z' and timestamp '9999-12-31 23:59:59.999999Z'
        then null
    when {{ text }} rlike r'^(?!0000)\d{4}-\d\d-\d\d$'
        then try_cast({{ text }} || ' 00:00:00Z' as timestamp)
    when
        {{ text }}
        rlike r'^(?!0000)\d{4}-.{0,20}[T ]\d\d:.{0,40}(Z|[+-]\d\d(:?\d\d){0,2})$'
        then try_cast({{ text }} as timestamp)
    when {{ text }} rlike r'^(?!0000)\d{4}-'
        then try_cast({{ text }} || 'Z' as timestamp)
end
{%- endif -%}
{%- endmacro %}

{#- ISO text without a zone or in UTC, of so many digits in the fraction, written with nine, as a string. -#}
{%- macro _fine_timestamp(text, digits) -%}
if(
    {{ text }} rlike r'^(?!0000)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{ {{- digits -}} }Z?$'
    and try_cast(left(rtrim('Z', {{ text }}), 26) as timestamp_ntz) is not null,
    rpad(rtrim('Z', translate({{ text }}, 'T', ' ')), 29, '0'),
    null
)
{%- endmacro %}

{#- A count in a coarser unit, rounded down before the epoch too. -#}
{%- macro _floored(count, by) -%}
    {{ return(count ~ " div " ~ by ~ "
- if(" ~ count ~ " % " ~ by ~ " < 0, 1, 0)") }}
{%- endmacro %}

{#-
    UTC's clock so many milliseconds or microseconds after 1970. timestampadd counts in 32 bits before Spark 4, which only Hudi needs,
    and begins again.
-#}
{%- macro _clock_at(unit, count) -%}
    {{ return("timestampadd(" ~ unit ~ ", " ~ count ~ ", timestamp_ntz '1970-01-01 00:00:00')" if not (config is defined and config.get('file_format') == 'hudi')
        else debezium._after_epoch("cast(" ~ count ~ " as decimal(20, 0)) / " ~ {'millisecond': 1000, 'microsecond': 1000000}[unit])) }}
{%- endmacro %}

{#- UTC's clock so many seconds after 1970. -#}
{%- macro _after_epoch(seconds) -%}
timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
    0,
    0,
    0,
    cast(
        {{ seconds | indent(8) }}
        as decimal(18, 6)
    )
)
{%- endmacro %}
