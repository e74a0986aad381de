{#-
    A decimal from text; null where the scale would cut a digit off, for a cast rounds in silence. A number with an
    exponent is a double's: it fits where the decimal is that double. What has more digits is not tried: a cast of millions
    takes minutes.
-#}
{%- macro _decode_plain_decimal(text, data_type, parameters) -%}
{%- set precision, scale = debezium._precision_and_scale(data_type) -%}
{%- if data_type == 'string' -%}
{{ text }}
{%- else -%}
if(
    {{ text }} rlike r'^[+-]?0{0,1000}+[0-9]{0,38}(\.[0-9]{0,{{ scale }}}0{0,1000})?$'
    or (
        {{ text }} rlike r'^[+-]?[0-9](\.[0-9]{1,16})?[eE][+-]?[0-9]{1,3}$'
        and cast(try_cast({{ text }} as {{ data_type }}) as double)
        = try_cast({{ text }} as double)
    ),
    try_cast({{ text }} as {{ data_type }}),
    null
)
{%- endif -%}
{%- endmacro %}

{#- Connect's Decimal: the unscaled number as big-endian two's complement in base64; the schema has the scale. -#}
{%- macro _decode_decimal(text, data_type, parameters) -%}
{%- set precision, scale = debezium._precision_and_scale(data_type) -%}
{%- set given = parameters.get('scale', scale) | int -%}
{%- if data_type == 'string' and parameters.scale is not defined -%}
    {%- do debezium._error(
        'decode', "a Decimal read as string needs its `scale`, which only the source's schema tells",
        "    {" ~ "{ debezium.decode('text', 'string', 'org.apache.kafka.connect.data.Decimal', {'scale': 2}) }" ~ "}"
    ) -%}
{%- elif data_type == 'string' -%}
{{ debezium._decimal_text(text, given) }}
{%- else -%}
{%- if given > scale -%}
    {%- do debezium._error(
        'decode', "a Decimal of scale " ~ given ~ " does not fit " ~ data_type,
        "    {" ~ "{ debezium.decode('text', 'decimal(38," ~ given ~ ")', 'org.apache.kafka.connect.data.Decimal') }" ~ "}"
    ) -%}
{%- endif -%}
try_cast({{ debezium._unscaled(text, precision) }} || 'E{{ -given }}' as {{ data_type }})
{%- endif -%}
{%- endmacro %}

{#- A number with its own scale, {"scale": 2, "value": base64}; PostgreSQL has 16383 places at most. -#}
{%- macro _decode_variable_decimal(text, data_type, parameters) -%}
{%- set number = "get(
    filter(
        array(from_json(" ~ text ~ ", 'struct<scale: int, value: string>')),
        number -> number.scale between -16383 and 16383
    ),
    0
)" -%}
{%- if data_type == 'string' -%}
{{ debezium._with('number', number, debezium._decimal_text('number.value', 'number.scale')) }}
{%- else -%}
{%- set fitting -%}
if(
    unscaled % try_cast('1E' || greatest(number.scale - {{ debezium._precision_and_scale(data_type)[1] }}, 0) as decimal(38, 0)) = 0,
    try_cast(unscaled || 'E' || -number.scale as {{ data_type }}),
    null
)
{%- endset -%}
{{ debezium._with('number', number, debezium._with('unscaled', debezium._unscaled('number.value', 38), fitting)) }}
{%- endif -%}
{%- endmacro %}

{%- macro _precision_and_scale(data_type) -%}
    {%- set sizes = data_type.split('(')[1].rstrip(')').split(',') if '(' in data_type else [10, 0] -%}
    {{ return([sizes[0] | int, (sizes[1] if sizes | length > 1 else 0) | int]) }}
{%- endmacro %}

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
