{#-
    Base64 of big-endian two's complement as a number of up to 38 digits. The first character holds the sign; eight bytes
    hold 18 digits, sixteen 38.
-#}
{%- macro _unscaled(text, precision) -%}
{%- if precision <= 18 -%}
case
    when length(rtrim('=', {{ text }})) between 2 and 11
        then conv({{ debezium._padded_bytes(text, 16) | indent(8) }}, 16, -10)
end
{%- else -%}
case
    when length(rtrim('=', {{ text }})) between 2 and 22
        then try_add(
            try_multiply(
                cast(conv(left({{ debezium._padded_bytes(text, 32) | indent(16) }}, 16), 16, -10) as decimal(20)),
                18446744073709551616
            ),
            cast(conv(right({{ debezium._padded_bytes(text, 32) | indent(12) }}, 16), 16, 10) as decimal(20))
        )
end
{%- endif -%}
{%- endmacro %}

{#- Base64 as so many hexadecimal digits, its sign carried to the left. -#}
{%- macro _padded_bytes(text, digits) -%}
lpad(
    hex(try_to_binary({{ text }}, 'base64')),
    {{ digits }},
    if({{ text }} rlike '^[g-z0-9+/]', 'F', '0')
)
{%- endmacro %}
