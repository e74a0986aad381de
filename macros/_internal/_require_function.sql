{#- A Python function must be registered in the session that runs the model. -#}
{%- macro _require_function(macro, function) -%}
    {%- if execute and run_query("show user functions like '" ~ function ~ "'") | length == 0 -%}
        {%- do debezium._error(
            macro,
            "the function " ~ function ~ " is not registered in this Spark session. With a profile of method session, install the"
                ~ " Python package beside dbt (pip install dbt-debezium); a server must register it when it starts",
            "    pip install dbt-debezium && dbt run"
        ) -%}
    {%- endif -%}
{%- endmacro %}
