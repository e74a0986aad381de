{#-
    Base64 of big-endian two's complement as a number of up to 38 digits. The first character has the sign; eight bytes
    have 18 digits, sixteen 38. The lower eight bytes are read with a sign too, and the upper ones rounded to them: rounded
    down, they would leave 38 digits before the sum comes back into them.
-#}
{%- macro _unscaled(text, precision) -%}
{%- if precision <= 18 -%}
case
    when
        length(rtrim('=', {{ text }})) between 2 and 11
        and {{ debezium._is_in_groups(text) | indent(8) }}
        then conv({{ debezium._padded_bytes(text, 16) | indent(8) }}, 16, -10)
end
{%- else -%}
{%- set octets = debezium._padded_bytes(text, 32) -%}
case
    when
        length(rtrim('=', {{ text }})) between 2 and 22
        and {{ debezium._is_in_groups(text) | indent(8) }}
        then try_add(
            try_multiply(
                cast(conv(left({{ octets | indent(16) }}, 16), 16, -10) as decimal(20))
                + if(right({{ octets | indent(16) }}, 16) < '8', 0, 1),
                18446744073709551616
            ),
            cast(conv(right({{ octets | indent(12) }}, 16), 16, -10) as decimal(20))
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

{#- The bytes of a number of any length in base64 of at most `longest` characters. -#}
{%- macro _number_bytes(text, longest) -%}
    {{ return(debezium._if("length(" ~ text ~ ") <= " ~ longest ~ "
and " ~ debezium._is_in_groups(text), "try_to_binary(" ~ text ~ ", 'base64')")) }}
{%- endmacro %}

{#-
    Whether a text can be base64 of a number: groups of four characters, the last of them filled, as Java writes it. Spark also
    reads a last group that is not filled, and skips blanks: 1e9 would be two bytes.
-#}
{%- macro _is_in_groups(text) -%}
    {{ return("length(" ~ text ~ ") % 4 = 0
and not contains(" ~ text ~ ", ' ')") }}
{%- endmacro %}
