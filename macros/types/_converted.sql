{#-
    A text in a form that shows its type, where its message's schema gives it another type than the declared one: a decimal
    with its scale, as VariableScaleDecimal is sent; a time as ISO text; bits as {"bits": "0101"}. What only a plain number or
    string reads is written out, a decimal if it has no more than 38 digits. Never null. `own` is one of `_conversion`, of the field
    `name`; `message`, the whole text, shows whether digits alone are a number in JSON or base64; `kept` is true of texts that stay.
-#}
{%- macro _converted(text, own, name, message, kept) -%}
{%- set count = "try_cast(" ~ text ~ " as bigint)" -%}
{%- set unsigned -%}
coalesce(
    {{ debezium._unsigned(text) | indent(4) }},
    {{ text }}
)
{%- endset -%}
case
    when
        {{ kept | indent(8) }}
        then {{ text }}
    -- a number in JSON, as decimal.format=NUMERIC has it
    when
        {{ own }}.sent_as = 'decimal'
        and {{ text }} rlike r'^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$'
        and not {{ message }} rlike concat(
            r'"\Q', replace({{ name }}, r'\E', ''), r'\E"\s*:\s*(?:\[[^\]]*)?"\Q', {{ text }}, r'\E"'
        )
        then if(
            {{ own }}.read_as in ('decimal', 'variable_decimal', ''),
            to_json(named_struct('value', {{ text }})),
            {{ text }}
        )
    when
        {{ own }}.sent_as = 'decimal'
        and {{ own }}.read_as in ('decimal', 'variable_decimal', '')
        then to_json(named_struct('scale', {{ own }}.scale_or_unit, 'value', {{ text }}))
    when
        {{ own }}.read_as in ('decimal', 'variable_decimal')
        and {{ own }}.sent_as <> 'unsigned'
        then to_json(named_struct('value', {{ text }}))
    when {{ own }}.read_as in ('decimal', 'variable_decimal')
        then to_json(named_struct('value', {{ unsigned | indent(8) }}))
    when {{ own }}.sent_as in ('decimal', 'variable_decimal')
        then {{ debezium._decimal_as_text(text, own) | indent(8) }}
    when {{ own }}.sent_as = 'unsigned'
        then {{ unsigned | indent(8) }}
    -- what is signed stays negative where the column is declared unsigned, and so does not fit
    when {{ own }}.sent_as = 'signed' then {{ text }} || '.0'
    when {{ own }}.sent_as = 'boolean'
        then to_json(named_struct('bits', if({{ text }} = 'true', '1', '0')))
    when {{ own }}.sent_as = 'bits'
        then coalesce(
            {{ debezium._bits_as_text(text, own) | indent(12) }},
            {{ text }}
        )
    when {{ count }} is null then {{ text }}
    when
        {{ own }}.sent_as = 'date'
        and {{ count }} between -719162 and 2932896
        then cast(date_from_unix_date(cast({{ count }} as int)) as string)
    when {{ own }}.sent_as = 'date' then {{ text }} || ' days'
    when
        {{ own }}.sent_as = 'time'
        and abs({{ count }} div {{ own }}.scale_or_unit) < 3020400
        then {{ debezium._clock_as_text(count, own ~ '.scale_or_unit') | indent(8) }}
    when
        {{ own }}.sent_as = 'timestamp'
        and {{ count }} div {{ own }}.scale_or_unit
        between -62135596800 and 253402300799
        then {{ debezium._timestamp_as_text(count, own ~ '.scale_or_unit') | indent(8) }}
    else {{ text }} || '/' || {{ own }}.scale_or_unit
end
{%- endmacro %}

{#- The same where it may be an array, whose values are converted one by one. -#}
{%- macro _converted_values(text, own, name, message, kept) -%}
if(
    {{ own }}.is_array and {{ text }} is not null,
    coalesce(
        to_json(transform(
            from_json({{ text }}, 'array<string>'),
            each -> {{ debezium._converted('each', own, name, message, 'each is null') | indent(12) }}
        )),
        {{ text }}
    ),
    {{ debezium._converted(text, own, name, message, kept) | indent(4) }}
)
{%- endmacro %}
