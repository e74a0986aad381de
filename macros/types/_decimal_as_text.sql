{#- A decimal of up to 38 digits, base64 of two's complement, written out with its point; one of more with its scale. -#}
{%- macro _decimal_as_text(text, own) -%}
{%- set number -%}
if(
    {{ own }}.sent_as = 'decimal',
    named_struct(
        'scale', cast({{ own }}.scale_or_unit as int),
        'value', {{ text }}
    ),
    from_json({{ text }}, 'struct<scale: int, value: string>')
)
{%- endset -%}
{%- set digits = "cast(" ~ debezium._unscaled('number.value', 38) ~ " as string)" -%}
{%- set written -%}
coalesce(
    if(
        number.scale between -16383 and 16383,
        regexp_replace(
            if(startswith(digits, '-'), '-', '')
            || lpad(
                ltrim('-', digits),
                greatest(length(ltrim('-', digits)), number.scale + 1),
                '0'
            )
            || repeat('0', -number.scale),
            if(
                number.scale > 0,
                '(?=[0-9]{' || number.scale || '}$)',
                '(?!)'
            ),
            '.'
        ),
        null
    ),
    to_json(number),
    {{ text }}
)
{%- endset -%}
{{ debezium._with('number', number, debezium._with('digits', digits, written)) }}
{%- endmacro %}

{#- A count since midnight as HH:MM:SS, with the fraction that it has. -#}
{%- macro _clock_as_text(count, per_second) -%}
regexp_replace(
    format_string(
        '%s%02d:%02d:%02d.%s',
        if({{ count }} < 0, '-', ''),
        abs({{ count }}) div (3600 * {{ per_second }}),
        abs({{ count }}) div (60 * {{ per_second }}) % 60,
        abs({{ count }}) div {{ per_second }} % 60,
        substring(
            {{ per_second }}
            + abs({{ count }}) % {{ per_second }},
            2
        )
    ),
    r'\.?0+$',
    ''
)
{%- endmacro %}

{#- A count since the epoch as YYYY-MM-DD HH:MM:SS, with the fraction of its unit. -#}
{%- macro _timestamp_as_text(count, per_second) -%}
concat(
    {{ debezium._after_epoch(debezium._floored(count, per_second)) | indent(4) }},
    '.',
    substring(
        {{ per_second }}
        + pmod({{ count }}, {{ per_second }}),
        2
    )
)
{%- endmacro %}

{#- Bits as digits, as a number of up to 64 bits, or as what the decoding of bits reads; null for many more than the schema says. -#}
{%- macro _bits_as_text(text, own) -%}
{%- set digits -%}
{%- set bits = debezium._bit_digits(text, own ~ ".scale_or_unit div 4\n+ 64") -%}
{{ debezium._with('digits', bits, "lpad(
    digits,
    greatest(length(digits), " ~ own ~ ".scale_or_unit),
    '0'
)") }}
{%- endset -%}
{%- set written -%}
case
    when digits is null then null
    when
        {{ own }}.read_as in ('number', 'unsigned')
        and length(ltrim('0', digits)) <= 64
        then conv('0' || digits, 2, 10)
    when {{ own }}.read_as = 'string' then digits
    else to_json(named_struct('bits', digits))
end
{%- endset -%}
{{ debezium._with('digits', digits, written) }}
{%- endmacro %}
