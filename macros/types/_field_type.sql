{#-
    The type that a Connect schema gives to one field, `field` {field, type, name, parameters, items}, as one of these words, of an
    array `array of ` and the word of its items; null for others:

    decimal 2         Connect's Decimal with its scale
    variable_decimal  a number that has its scale with it
    integer, signed, unsigned
                      a whole number; signed and unsigned where the schema names the source's type and it has 64 bits
    double, string, boolean
    bits 9            bits with their length
    date              days since the epoch
    timestamp us, time us
                      a count of ms, us or ns
-#}
{%- macro _field_type(item) -%}
{%- set counts = [] -%}
{%- for name, semantic in debezium._semantic_types().items() if debezium._count_type(semantic) -%}
    {%- do counts.append("'" ~ name | lower ~ "', '" ~ debezium._count_type(semantic) ~ "'") -%}
{%- endfor -%}
case
    when {{ item }}.type in ('string', 'boolean') then {{ item }}.type
    when {{ item }}.type in ('float', 'double', 'float32', 'float64') then 'double'
    when
        {{ item }}.type = 'bytes'
        and {{ item }}.name = 'org.apache.kafka.connect.data.Decimal'
        and {{ item }}.parameters['scale'] rlike '^-?[0-9]{1,5}$'
        then 'decimal ' || {{ item }}.parameters['scale']
    when
        {{ item }}.type = 'bytes'
        and endswith({{ item }}.name, '.data.Bits')
        and {{ item }}.parameters['length'] rlike '^[0-9]{1,5}$'
        then 'bits ' || {{ item }}.parameters['length']
    when
        {{ item }}.type = 'struct'
        and endswith({{ item }}.name, '.data.VariableScaleDecimal')
        then 'variable_decimal'
    when
        {{ item }}.type = 'int64'
        and {{ item }}.parameters['__debezium.source.column.type']
        rlike r'{{ debezium._unsigned_pattern() }}'
        then 'unsigned'
    when {{ item }}.type rlike '^int(8|16|32|64)$'
        then coalesce(
            map(
                {{ counts | join(',\n                ') }}
            )[lower(substring_index({{ item }}.name, '.', -1))],
            if(
                {{ item }}.type = 'int64' and {{ item }}.parameters['__debezium.source.column.type'] is not null,
                'signed',
                'integer'
            )
        )
end
{%- endmacro %}

{#- The source's types that are unsigned numbers of 64 bits, and in a message signed ones. -#}
{%- macro _unsigned_pattern() -%}
    {{ return('(?i)^(bigint|int8)\\b.*\\b(unsigned|zerofill)\\b') }}
{%- endmacro %}

{#- The word for a date, a time of day or a timestamp that is a count, with its unit. -#}
{%- macro _count_type(semantic) -%}
    {%- if semantic.form == 'date' and 'int' in semantic.types -%}
        {{ return('date') }}
    {%- elif semantic.form in ['time', 'timestamp'] and semantic.per_second -%}
        {{ return(semantic.form ~ ' ' ~ {1000: 'ms', 1000000: 'us', 1000000000: 'ns'}[semantic.per_second]) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}
