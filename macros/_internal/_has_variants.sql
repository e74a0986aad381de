{#- Whether Spark has variants, which keep the types and all digits of JSON: from 4.0 on. -#}
{%- macro _has_variants() -%}
    {{ return(not execute or run_query("select version()").rows[0][0].split('.')[0] | int >= 4) }}
{%- endmacro %}

{%- macro _check_exact_numbers(macro, exact_numbers, example) -%}
    {%- if execute and exact_numbers and not debezium._has_variants() -%}
        {%- do debezium._error(macro, "exact_numbers needs Spark 4. Remove the argument", example) -%}
    {%- endif -%}
{%- endmacro %}
