{#- Bits, base64 of little-endian bytes, as the text of their digits or their number; `length` says how many there are. -#}
{%- macro _decode_bits(text, data_type, parameters) -%}
{%- set length = parameters.get('length', 64) | int -%}
{%- set digits -%}
ltrim('0', array_join(
    transform(
        sequence(length(octets) + if(length(octets) = 0, 1, -1), 1, -2),
        place -> lpad(conv(substr(octets, place, 2), 16, 2), 8, '0')
    ),
    ''
))
{%- endset -%}
{%- set fitting -%}
{%- if data_type == 'boolean' -%}
case digits when '' then false when '1' then true end
{%- elif data_type == 'string' -%}
if(length(digits) <= {{ length }}, lpad(digits, {{ length }}, '0'), null)
{%- else -%}
if(length(digits) <= {{ [length, 64] | min }}, try_cast(conv('0' || digits, 2, 10) as {{ data_type }}), null)
{%- endif -%}
{%- endset -%}
{{ debezium._with('octets', "hex(
    try_to_binary(if(length(" ~ text ~ ") <= " ~ (length // 4 + 64) ~ ", " ~ text ~ ", null), 'base64')
)", debezium._with('digits', digits, fitting)) }}
{%- endmacro %}
