{#- A Decimal whose scale is another than before: a type that holds both, and the scales that older messages have. -#}
{%- macro _with_scales(before, found) -%}
    {%- set older = (before.older_scales or []) + [before.scale] -%}
    {%- set older = older | unique | reject('equalto', found.scale) | list -%}
    {%- if not older -%}
        {{ return({}) }}
    {%- elif 'string' in [before.data_type, found.data_type] -%}
        {{ return({'older_scales': older, 'data_type': 'string'}) }}
    {%- endif -%}
    {%- set whole, scales = [], [] -%}
    {%- for data_type in [before.data_type, found.data_type] -%}
        {%- set precision, scale = debezium._precision_and_scale(data_type) -%}
        {%- do whole.append(precision - scale) -%}
        {%- do scales.append(scale) -%}
    {%- endfor -%}
    {%- set precision = whole | max + scales | max -%}
    {{ return({
        'older_scales': older,
        'data_type': 'decimal(' ~ precision ~ ', ' ~ scales | max ~ ')' if precision <= 38 else 'string',
    }) }}
{%- endmacro %}
