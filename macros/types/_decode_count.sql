{#-
    A date, a time of day or a timestamp as the count that its semantic type names: the count itself, or that of ISO text,
    which marks a value that was sent in another unit. What the unit cannot express does not fit.
-#}
{%- macro _decode_count(text, data_type, parameters) -%}
{%- set per_second = parameters.per_second -%}
{%- if parameters.semantic_form == 'date' -%}
{%- set counted -%}
unix_date(
    {{ debezium._decode_date(text, 'date', parameters) | indent(4) }}
)
{%- endset -%}
{%- elif parameters.semantic_form == 'time' -%}
{%- set counted -%}
if(
    {{ text }} rlike r'^-?[0-9]{2,3}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z?$',
    {{ debezium._clock_as_count(text, per_second) | indent(4) }},
    null
)
{%- endset -%}
{%- else -%}
{%- set micros -%}
unix_micros(
    {{ debezium._decode_timestamp(text, 'timestamp', dict(parameters, nanoseconds=none)) | indent(4) }}
)
{%- endset -%}
{%- set counted -%}
{%- if per_second == 1000 -%}
{{ debezium._with('micros', micros, "if(micros % 1000 = 0, micros div 1000, null)") }}
{%- elif per_second == 1000000000 -%}
try_multiply(
    {{ micros | indent(4) }},
    1000
)
{%- else -%}
{{ micros }}
{%- endif -%}
{%- endset -%}
{%- endif -%}
coalesce(
    try_cast({{ text }} as {{ data_type }}),
    try_cast(
        {{ counted | indent(8) }} as {{ data_type }}
    )
)
{%- endmacro %}

{#- A time of day, -HH:MM:SS.fff, as a count of units; null where its fraction is finer than they are. -#}
{%- macro _clock_as_count(text, per_second) -%}
{%- set counted -%}
if(startswith({{ text }}, '-'), -1, 1) * (
    cast(parts[0] as bigint) * {{ 3600 * per_second }}
    + cast(parts[1] as bigint) * {{ 60 * per_second }}
    + cast(cast(parts[2] as decimal(11, 9)) * {{ per_second }} as bigint)
)
{%- endset -%}
{{ debezium._with('parts', "split(trim(both '-Z' from " ~ text ~ "), ':')", "if(
    cast(parts[2] as decimal(11, 9)) * " ~ per_second ~ " % 1 = 0,
    " ~ counted | indent ~ ",
    null
)") }}
{%- endmacro %}
