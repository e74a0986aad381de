{#- The tables of a schema whose names a pattern describes, as `unwrap` reads them: shards, tenants or topics with a table each. -#}
{%- macro landing_tables(schema, pattern) -%}
    {{ return(adapter.dispatch('landing_tables', 'debezium')(schema, pattern)) }}
{%- endmacro %}

{%- macro default__landing_tables(schema, pattern) -%}
    {%- set example = "    {{ debezium.unwrap(debezium.landing_tables('landing', 'orders_.*'), layout='kafka', connector='db2') }}" -%}
    {%- set tables = [] -%}
    {%- if not execute -%}
        {{ return(tables) }}
    {%- endif -%}
    {%- for name in debezium._tables_in_schema(schema) if modules.re.fullmatch(pattern, name) -%}
        {%- do tables.append(api.Relation.create(schema=schema, identifier=name, type='table')) -%}
    {%- else -%}
        {%- do debezium._error(
            'landing_tables',
            "schema " ~ schema ~ " has no table whose complete name matches " ~ pattern ~ ". Correct `pattern`, or land something first",
            example
        ) -%}
    {%- endfor -%}
    {{ return(tables) }}
{%- endmacro %}

{#- The names of a schema's tables, sorted; Spark lists temporary views too. -#}
{%- macro _tables_in_schema(schema) -%}
    {%- set names = [] -%}
    {%- for row in run_query("show tables in " ~ debezium._quote(schema)).rows if not row['isTemporary'] -%}
        {%- do names.append(row['tableName']) -%}
    {%- endfor -%}
    {{ return(names | sort) }}
{%- endmacro %}
