{#- A test that looks at two models needs both: dbt runs it, too, where only one of them is selected. -#}
{%- macro _check_built(test, model, beside) -%}
    {%- if not execute or flags.WHICH not in ['test', 'build'] -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for relation in [model, beside] if relation.identifier and not load_relation(relation) -%}
        {%- do debezium._error(
            test,
            relation.identifier ~ " is not built yet; the test holds " ~ model.identifier ~ " against " ~ beside.identifier,
            "    dbt build --select +" ~ model.identifier ~ " +" ~ beside.identifier
        ) -%}
    {%- endfor -%}
{%- endmacro %}
