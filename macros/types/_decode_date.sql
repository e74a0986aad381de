{#- A date of the years 1 to 9999 from the days since the epoch (in a document, milliseconds of whole days), or from ISO text without a time. -#}
{%- macro _decode_date(text, data_type, parameters) -%}
{%- if data_type == 'string' -%}
cast({{ debezium._decode_date(text, 'date', parameters) }} as string)
{%- else -%}
case
    {%- if parameters.extended_json and not parameters.semantic_type %}
    when
        try_cast({{ text }} as bigint) between -62135596800000 and 253402300799999
        and try_cast({{ text }} as bigint) % 86400000 = 0
        then date_from_unix_date(cast(cast({{ text }} as bigint) div 86400000 as int))
    {%- else %}
    when try_cast({{ text }} as int) between -719162 and 2932896
        then date_from_unix_date(cast({{ text }} as int))
    {%- endif %}
    when {{ text }} rlike r'^(?!0000)\d{4}-\d\d-\d\d(Z|[T ]00:00:00(\.0*)?Z?)?$'
        then try_cast(left({{ text }}, 10) as date)
end
{%- endif -%}
{%- endmacro %}
