{#-
    Bits, base64 of little-endian bytes, as the text of their digits or their number; `length` is their number. Or their
    digits, {"bits": "0101"}, where their message contains another length. Without a limit (`bit varying`), the length is
    Java's greatest integer, and the digits fill whole bytes.
-#}
{%- macro _decode_bits(text, data_type, parameters) -%}
{%- set length = parameters.get('length', 64) | int -%}
{%- set most = length if data_type == 'string' else [length, 64] | min -%}
{%- set whole_bytes = "cast(greatest(ceil(length(digits) / 8), 1) * 8 as int)" -%}
{%- set padded = "lpad(digits, " ~ (length if length < 2147483647 else whole_bytes) ~ ", '0')" if data_type == 'string' else 'digits' -%}
{%- set digits -%}
if(
    startswith({{ text }}, '{'),
    nullif(regexp_extract({{ text }}, r'^\{"bits":"([01]+)"\}$', 1), ''),
    {{ debezium._with(
        'digits',
        debezium._bit_digits(text, length // 4 + 64),
        "if(length(digits) <= " ~ most ~ ", " ~ padded ~ ", null)"
    ) | indent(4) }}
)
{%- endset -%}
{%- set fitting -%}
{%- if data_type == 'boolean' -%}
case ltrim('0', digits) when '' then false when '1' then true end
{%- elif data_type == 'string' -%}
digits
{%- else -%}
if(length(ltrim('0', digits)) <= 64, try_cast(conv('0' || digits, 2, 10) as {{ data_type }}), null)
{%- endif -%}
{%- endset -%}
{{ debezium._with('digits', digits, fitting) }}
{%- endmacro %}

{#- The digits of bits in base64 of at most `longest` characters, without the zeros in front. -#}
{%- macro _bit_digits(text, longest) -%}
{%- set digits -%}
ltrim('0', array_join(
    transform(
        sequence(
            length(octets) + if(length(octets) = 0, 1, -1),
            1,
            -2
        ),
        place -> lpad(
            conv(substr(octets, place, 2), 16, 2),
            8,
            '0'
        )
    ),
    ''
))
{%- endset -%}
{{ debezium._with('octets', "hex(" ~ debezium._number_bytes(text, longest) ~ ")", digits) }}
{%- endmacro %}
