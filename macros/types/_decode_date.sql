{#- A date of the years 1 to 9999 from the days since the epoch, or from ISO text without a time. -#}
{%- macro _decode_date(text, data_type, parameters) -%}
{%- if data_type == 'string' -%}
cast({{ debezium._decode_date(text, 'date', parameters) }} as string)
{%- else -%}
case
    when try_cast({{ text }} as int) between -719162 and 2932896
        then date_from_unix_date(cast({{ text }} as int))
    when {{ text }} rlike r'^(?!0000)\d{4}-\d\d-\d\d(Z|[T ]00:00:00(\.0*)?Z?)?$'
        then try_cast(left({{ text }}, 10) as date)
end
{%- endif -%}
{%- endmacro %}
