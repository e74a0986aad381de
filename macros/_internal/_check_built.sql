{#- A test that looks at two models needs both: dbt runs it, too, where only one of them is selected. -#}
{%- macro _check_built(test, model, beside) -%}
    {%- if execute and flags.WHICH in ['test', 'build'] -%}
        {%- for relation in [model, beside] if relation.schema and not debezium._relation_exists(relation) -%}
            {%- do debezium._error(
                test,
                relation.identifier ~ " is not built yet. The test compares " ~ model.identifier ~ " with " ~ beside.identifier ~ ": build both first",
                "    dbt build --select +" ~ model.identifier ~ " +" ~ beside.identifier
            ) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#- The models that one reads when it is first built, which `dbt run --select` may have left out. -#}
{%- macro _check_read(macro, relations) -%}
    {%- if execute and flags.WHICH in ['run', 'build'] and model.resource_type == 'model' -%}
        {%- for relation in relations if relation and relation.schema and not relation.is_cte and not debezium._relation_exists(relation) -%}
            {%- do debezium._error(
                macro,
                relation.identifier ~ " is not built yet, and " ~ model.name ~ " reads it. Build it first",
                "    dbt build --select +" ~ model.name
            ) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#-
    True if the table or view exists. dbt-spark's own list lacks views of an Iceberg catalog that another
    process made, and schemas that are named with their catalog. It looks for names in lower case, and ends
    with an error if the catalog has one in capitals.
-#}
{%- macro _relation_exists(relation) -%}
    {%- set name = relation.schema ~ '.' ~ relation.identifier -%}
    {%- if name == name | lower and load_relation(relation) -%}
        {{ return(true) }}
    {%- elif '.' not in relation.schema
        and relation.schema | lower not in run_query("show databases").columns[0].values() | map('lower') | list -%}
        {{ return(false) }}
    {%- endif -%}
    {%- for kind in ['tables', 'views'] -%}
        {%- set found = run_query("show " ~ kind ~ " in " ~ relation.include(identifier=false) ~ " like " ~ debezium._string_literal(relation.identifier)) -%}
        {%- if found.rows -%}
            {{ return(true) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{%- endmacro %}

{#- A table that an earlier version of the package built lacks columns that a load reads. -#}
{%- macro _check_version(macro, columns) -%}
    {%- if not execute or not is_incremental() or not load_relation(this) -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set lacking = columns | reject('in', debezium._stored_types(columns)) | join(', ') -%}
    {%- if lacking -%}
        {%- do debezium._error(
            macro,
            "table " ~ this ~ " lacks " ~ lacking ~ ", because an earlier version of the package built it. "
                ~ "Rebuild it by the upgrade steps in the package's CHANGELOG.md. Exclude your own incremental models. Rows that its inputs no longer have are lost then",
            debezium._rebuild_command('run', with_ledger=true)
        ) -%}
    {%- endif -%}
{%- endmacro %}
