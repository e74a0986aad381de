{#- A Python function must be registered in the session that runs the model. -#}
{%- macro _require_function(macro, function) -%}
    {%- if execute and run_query("show user functions like '" ~ function ~ "'") | length == 0 -%}
        {%- do debezium._error(
            macro,
            "the function " ~ function ~ " is not registered in this Spark session. Install the package's Python side into dbt's environment,"
                ~ " which registers it where dbt starts Spark or connects to it. A Thrift server must register it",
            "    pip install <where dbt-debezium came from> && dbt run\n    python -m dbt_debezium.thrift_server"
        ) -%}
    {%- endif -%}
{%- endmacro %}
