{#-
    A number of any length, base64 of big-endian two's complement, as decimal text: the magnitude's words of 32 bits are
    carried into limbs of nine digits, the lowest first, and written with the point before the last `scale` digits. The work
    grows with the square of the digits: 14 000 are the most.
-#}
{%- macro _decimal_text(text, scale) -%}
{%- set magnitude -%}
lpad(
    if(
        octets < '8',
        octets,
        translate(octets, '0123456789ABCDEF', 'FEDCBA9876543210')
    ),
    (length(octets) + 7) div 8 * 8,
    '0'
)
{%- endset -%}
{%- set words -%}
transform(
    sequence(8, length(magnitude), 8),
    place -> cast(
        conv(substr(magnitude, place - 7, 8), 16, 10) as bigint
    )
    + if(octets >= '8' and place = length(magnitude), 1, 0)
)
{%- endset -%}
{%- set limbs -%}
aggregate(
    {{ debezium._with('magnitude', magnitude, words) | indent(4) }},
    array(bigint(0)),
    (limbs, word) -> aggregate(
        limbs,
        struct(cast(array() as array<bigint>) as done, word as carry),
        (state, limb) -> struct(
            state.done
            || array((limb * 4294967296 + state.carry) % 1000000000) as done,
            (limb * 4294967296 + state.carry) div 1000000000 as carry
        ),
        state -> state.done || array(
            state.carry % 1000000000,
            state.carry div 1000000000
        )
    )
)
{%- endset -%}
{%- set digits -%}
aggregate(
    {{ limbs | indent(4) }},
    repeat('0', -{{ scale }}),
    (digits, limb) -> lpad(limb, 9, '0') || digits,
    digits -> repeat('0', {{ scale }}) || digits
)
{%- endset -%}
{%- set written -%}
if(octets < '8', '', '-')
|| regexp_replace(
    left(digits, length(digits) - greatest({{ scale }}, 0)),
    '^0+(?=.)',
    ''
)
|| if({{ scale }} > 0, '.' || right(digits, {{ scale }}), '')
{%- endset -%}
{{ debezium._with(
    'octets',
    "nullif(
    hex(" ~ debezium._number_bytes(text, 8192) | indent ~ "),
    ''
)",
    debezium._with('digits', digits, written)
) }}
{%- endmacro %}
