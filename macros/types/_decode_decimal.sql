{#-
    A decimal from text; null where the scale would cut a digit off, for a cast rounds in silence. A number with an
    exponent is a double's: it fits where the decimal is that double. One with more digits is a BigDecimal's, as
    `decimal.handling.mode=string` writes it: it fits where it has no more places than the scale. What has more digits than
    38 is not tried: a cast of millions takes minutes. Zero fits whatever its exponent, as in MongoDB's 0E-6176, of which a
    cast makes null if the exponent is large.
-#}
{%- macro _decode_plain_decimal(text, data_type, parameters) -%}
{%- set precision, scale = debezium._precision_and_scale(data_type) -%}
{%- if data_type == 'string' -%}
{{ text }}
{%- else -%}
case
    when
        {{ text }} rlike r'^[+-]?0{0,1000}+\d{0,38}(\.\d{0,{{ scale }}}0{0,1000})?$'
        or (
            {{ text }} rlike r'^[+-]?\d(\.\d{1,16})?[eE][+-]?\d{1,3}$'
            and cast(try_cast({{ text }} as {{ data_type }}) as double)
            = try_cast({{ text }} as double)
        )
        or (
            {{ text }} rlike r'^[+-]?\d\.\d{17,37}[eE][+-]?\d{1,3}$'
            and length(regexp_extract({{ text }}, r'\.([0-9]+)', 1))
            - try_cast(
                regexp_extract({{ text }}, '[+-]?[0-9]+$', 0) as int
            ) <= {{ scale }}
        )
        then try_cast({{ text }} as {{ data_type }})
    when {{ text }} rlike r'^[+-]?0(\.0{1,37})?[eE][+-]?[0-9]{1,4}$'
        then cast(0 as {{ data_type }})
end
{%- endif -%}
{%- endmacro %}

{#-
    Connect's Decimal: the unscaled number as big-endian two's complement in base64; the schema has the scale. Or a number
    that has its own, as VariableScaleDecimal: {"scale": 2, "value": base64}, which no base64 looks like.
-#}
{%- macro _decode_decimal(text, data_type, parameters) -%}
{%- set precision, scale = debezium._precision_and_scale(data_type) -%}
{%- set given = parameters.get('scale', scale) | int -%}
{%- set owner = "column " ~ parameters.name ~ ": " if parameters.name else '' -%}
{%- if data_type == 'string' and parameters.scale is not defined -%}
    {%- do debezium._error(
        'decode',
        owner ~ "a Decimal read as string needs its `scale`, which only the source's schema contains. Declare it beside semantic_type",
        "    {" ~ "{ debezium.decode('text', 'string', 'org.apache.kafka.connect.data.Decimal', {'scale': 2}) }" ~ "}"
    ) -%}
{%- elif data_type == 'string' -%}
{{ debezium._scaled_number(
    "if(
    startswith(" ~ text ~ ", '{'),
    from_json(" ~ text ~ ", 'struct<scale: int, value: string>'),
    named_struct('scale', " ~ given ~ ", 'value', " ~ text ~ ")
)",
    data_type
) }}
{%- else -%}
{%- if given > scale -%}
    {%- do debezium._error(
        'decode', owner ~ "a Decimal of scale " ~ given ~ " does not fit " ~ data_type
            ~ ". Declare a decimal with at least " ~ given ~ " decimal places",
        "    {" ~ "{ debezium.decode('text', 'decimal(38," ~ given ~ ")', 'org.apache.kafka.connect.data.Decimal') }" ~ "}"
    ) -%}
{%- endif -%}
if(
    startswith({{ text }}, '{'),
    {{ debezium._decode_variable_decimal(text, data_type, parameters) | trim | indent(4) }},
    try_cast({{ debezium._unscaled(text, precision) | indent(4) }} || 'E{{ -given }}' as {{ data_type }})
)
{%- endif -%}
{%- endmacro %}

{#- A number with its own scale, {"scale": 2, "value": base64}; one without a scale is written out, {"value": "12.5"}. -#}
{%- macro _decode_variable_decimal(text, data_type, parameters) -%}
{{ debezium._scaled_number("from_json(" ~ text ~ ", 'struct<scale: int, value: string>')", data_type) }}
{%- endmacro %}

{#- The value of such a struct; PostgreSQL has 16383 places at most. -#}
{%- macro _scaled_number(number, data_type) -%}
{%- set fitting -%}
case
    when unscaled = 0
        then cast(0 as {{ data_type }})
    when
        unscaled % try_cast(
            '1E' || greatest(number.scale - {{ debezium._precision_and_scale(data_type)[1] }}, 0) as decimal(38, 0)
        ) = 0
        then try_cast(
            unscaled || 'E' || -number.scale as {{ data_type }}
        )
end
{%- endset -%}
{%- set of_scale = debezium._decimal_text('number.value', 'number.scale') if data_type == 'string'
    else debezium._with('unscaled', debezium._unscaled('number.value', 38), fitting) -%}
{%- set value -%}
case
    when number.scale is null
        then {{ debezium._decode_plain_decimal('number.value', data_type, {}) | trim | indent(8) }}
    when number.scale between -16383 and 16383
        then {{ of_scale | indent(8) }}
end
{%- endset -%}
{{ debezium._with('number', number, value) }}
{%- endmacro %}

{%- macro _precision_and_scale(data_type) -%}
    {%- set sizes = data_type.split('(')[1].rstrip(')').split(',') if '(' in data_type else [10, 0] -%}
    {{ return([sizes[0] | int, (sizes[1] if sizes | length > 1 else 0) | int]) }}
{%- endmacro %}
