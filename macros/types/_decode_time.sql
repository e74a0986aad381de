{#-
    A time of day as text, HH:MM:SS with the fraction that it has; a count since midnight, which in MySQL may be negative
    or above a day, or text. Spark 4.1 has a type for it, others none: time(6).
-#}
{%- macro _decode_time(text, data_type, parameters) -%}
{%- set per_second = parameters.per_second -%}
{%- if data_type.startswith('time') -%}
try_cast({{ debezium._decode_time(text, 'string', parameters) }} as {{ data_type }})
{%- elif not per_second -%}
{{ text }}
{%- else -%}
{%- set count = "cast(" ~ text ~ " as bigint)" -%}
{%- set limit = 839 * 3600 * per_second - 1 -%}
case
    when try_cast({{ text }} as bigint) between -{{ limit }} and {{ limit }}
        then {{ debezium._clock_as_text(count, per_second ~ 'L') | indent(8) }}
    when {{ text }} rlike r'^-?[0-9]{2,3}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?Z?$'
        then rtrim('Z', {{ text }})
end
{%- endif -%}
{%- endmacro %}
