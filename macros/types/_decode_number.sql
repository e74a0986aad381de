{#- A boolean or a whole number; null with a fraction or out of range. A double may have a whole value: 5.0, 1.2E7. -#}
{%- macro _decode_number(text, data_type, parameters) -%}
{%- if data_type == 'string' -%}
{{ text }}
{%- elif data_type in debezium._whole_numbers() -%}
{{ debezium._whole_number(text, data_type) }}
{%- else -%}
try_cast({{ text }} as {{ data_type }})
{%- endif -%}
{%- endmacro %}

{%- macro _whole_numbers() -%}
    {{ return(['tinyint', 'byte', 'smallint', 'short', 'int', 'integer', 'bigint', 'long']) }}
{%- endmacro %}

{#- A whole number, also if it was sent as a double: 5.0 or 1.2E7. Java writes a double with at most 17 digits, so 18 places are exact. -#}
{%- macro _whole_number(text, data_type) -%}
    {{ return("coalesce(
    try_cast(" ~ text ~ " as " ~ data_type ~ "),
    if(
        " ~ text ~ " rlike r'^[+-]?\\d{1,19}([.]\\d{1,17})?([eE][+]?\\d\\d?)?$'
        and try_cast(" ~ text ~ " as decimal(38, 18)) % 1 = 0,
        try_cast(try_cast(" ~ text ~ " as decimal(38, 18)) as " ~ data_type ~ "),
        null
    )
)") }}
{%- endmacro %}

{#-
    An unsigned number of 64 bits that was sent as a signed one, which above 2^63 - 1 is negative; null where it is neither.
-#}
{%- macro _unsigned(text) -%}
case
    when not startswith({{ text }}, '-') then {{ text }}
    when try_cast({{ text }} as bigint) < 0
        then cast(try_cast({{ text }} as bigint) + 18446744073709551616 as string)
end
{%- endmacro %}

{#-
    A floating-point number. NaN and the infinities are values, by their Java names and by those that
    `decimal.handling.mode=string` writes. A number that overflows does not fit, nor does one as Java's code has it: 12d, 0x1p3.
-#}
{%- macro _decode_float(text, data_type, parameters) -%}
{%- set type = data_type | replace('real', 'float') -%}
case
    when {{ text }} = 'POSITIVE_INFINITY' then {{ type }}('Infinity')
    when {{ text }} = 'NEGATIVE_INFINITY' then {{ type }}('-Infinity')
    when
        {{ text }} rlike '[0-9]'
        and (
            abs(try_cast({{ text }} as {{ data_type }})) = {{ type }}('Infinity')
            or {{ text }} rlike '[dDfFxX]'
        )
        then null
    else try_cast({{ text }} as {{ data_type }})
end
{%- endmacro %}

{#- The counts of a duration as they are, or as an interval. -#}
{%- macro _decode_duration(text, data_type, parameters) -%}
{%- if data_type == 'interval day to second' -%}
make_dt_interval(
    0,
    0,
    0,
    try_cast(
        if(length({{ text }}) < 100, {{ text }}, null) || 'E-{{ (parameters.per_second | string | length) - 1 }}'
        as decimal(18, 6)
    )
)
{%- else -%}
{{ text }}
{%- endif -%}
{%- endmacro %}
