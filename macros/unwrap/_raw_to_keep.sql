{#-
    The rows of base that keep the text of their message: all, unusable ones (rejected and of other classes, or
    with an invalid value), or none. The call decides, otherwise the variable debezium__keep_raw.
-#}
{%- macro _keep_raw(macro, keep_raw, example) -%}
    {%- set choices = {'all': 'all', 'unusable': 'unusable', 'none': 'none'} -%}
    {{ return(
        debezium._choose(macro, 'debezium__keep_raw', var('debezium__keep_raw', 'unusable'), choices, example) if keep_raw is none
        else debezium._choose(macro, 'keep_raw', keep_raw, choices, example)
    ) }}
{%- endmacro %}

{#-
    The text that base keeps of a row: none where a column is masked. That of another table would escape its masks and
    forget_key.
-#}
{%- macro _raw_to_keep(layout, columns, keep_raw) -%}
    {{ return({
        'all': '_raw',
        'unusable': "if(
    _classification = 'filtered'
    or (_classification = '" ~ layout.class ~ "'" ~ (' and _invalid_values is null' if columns) ~ "),
    null,
    _raw
)",
        'none': 'cast(null as string)',
    }['none' if columns | selectattr('mask') | list else keep_raw]) }}
{%- endmacro %}
