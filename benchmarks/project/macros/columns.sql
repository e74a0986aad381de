{#- How many fields a document has beside the ten. -#}
{% macro bench_wider(shape) %}
    {{ return((shape.split('_')[1] | int) - 10) }}
{% endmacro %}

{#- The columns of each shape of event, as debezium.unwrap takes them. -#}
{% macro bench_columns(shape) %}
    {% if not shape.startswith('mongodb') %}
        {{ return({
            'id': 'bigint',
            'name': 'string',
            'email': 'string',
            'quantity': 'int',
            'price': 'double',
            'paid': 'boolean',
            'day': {'data_type': 'date', 'semantic_type': 'io.debezium.time.Date'},
            'changed_at': {'data_type': 'timestamp_ntz', 'semantic_type': 'io.debezium.time.MicroTimestamp'},
            'note': 'string',
            'version': 'bigint',
        }) }}
    {% endif %}
    {% set columns = {
        '_id': 'bigint',
        'name': 'string',
        'email': 'string',
        'quantity': 'int',
        'price': 'double',
        'paid': 'boolean',
        'created': 'timestamp',
        'total': 'decimal(12, 2)',
        'note': 'string',
        'version': 'bigint',
    } %}
    {% for number in range(bench_wider(shape)) %}
        {% do columns.update({'more_' ~ number: 'string' if number is odd else 'bigint'}) %}
    {% endfor %}
    {{ return(columns) }}
{% endmacro %}
