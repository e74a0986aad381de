{#-
    The first or last day or moment of the years 1 to 9999 for an infinite one of PostgreSQL, as its connector sends it: `infinity`, or
    a number or ISO text beyond what PostgreSQL can store. For a date, a snapshot sends the driver's count, cut to 32 bits, which the
    zone of the connector moves by a day. Changes have another one.
-#}
{%- macro _clamped(text, reading) -%}
{%- set form = reading.form -%}
{%- set last, first = {
    'date': [
        ['-622191234', '-622191233', '-2147472692', '-5877611-06-21Z'],
        ['622191232', '622191233', '-625821272', '-625821271', '-2147472691', '-5877611-06-22Z'],
    ],
    1000: [['9223372036825200'], ['-9223372036832400']],
    1000000: [['9223372036825200000'], ['-9223372036832400000']],
    1000000000: [['9223372036854775807'], ['-9223372036854775808']],
}.get('date' if form == 'date' else reading.per_second, [['+294247-01-10T04:00:25.2Z'], ['-290308-12-21T19:59:27.6Z']]) -%}
case
    {%- for moment, texts in {'9999-12-31T23:59:59.999999': ['infinity'] + last, '0001-01-01T00:00:00': ['-infinity'] + first}.items() %}
    when
        {{ text }} in (
            {{ debezium._string_literals(texts, ',\n            ') }}
        )
        then '{{ moment if form == 'timestamp' else moment[:10] }}'
    {%- endfor %}
    else {{ text }}
end
{%- endmacro %}
