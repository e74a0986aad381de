{#-
    Maintains tables with the statements of their format: compacts small files, removes deleted rows from
    files, expires versions older than `keep`. A dry run by default.
-#}
{%- macro maintain(models=none, keep='7 days', dry_run=true) -%}
    {{ return(adapter.dispatch('maintain', 'debezium')(models, keep, dry_run)) }}
{%- endmacro %}

{%- macro default__maintain(models=none, keep='7 days', dry_run=true) -%}
    {%- set example = "    dbt run-operation debezium.maintain --args '{models: [db2__customers], keep: 14 days, dry_run: false}'" -%}
    {%- if not modules.re.match('[1-9][0-9]* (hour|day|week)s?$', keep | string) -%}
        {%- do debezium._error('maintain', "keep must be a time such as 7 days, got: " ~ keep, example) -%}
    {%- endif -%}
    {%- set tables = [] -%}
    {%- set models = [models] if models is string else models -%}
    {%- for node in graph.nodes.values() | sort(attribute='name') -%}
        {%- set named = node.name in models if models else node.package_name == project_name -%}
        {%- if named and node.resource_type in ('model', 'snapshot') and node.config.materialized in ('incremental', 'table', 'snapshot') -%}
            {%- do tables.append(node) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set unknown = (models or []) | reject('in', tables | map(attribute='name') | list) | list -%}
    {%- if unknown or not tables -%}
        {%- do debezium._error('maintain', "no table of this project: " ~ (unknown | join(', ') or 'it has none'), example) -%}
    {%- endif -%}
    {%- set ages = run_query(
        "select current_catalog(), cast(current_timestamp() - interval " ~ keep ~ " as string), "
            ~ "timestampdiff(hour, current_timestamp() - interval " ~ keep ~ ", current_timestamp())"
    ).rows[0] -%}
    {%- for node in tables -%}
        {%- set relation = debezium._relation_of(node) -%}
        {%- set progress = loop.index ~ " of " ~ tables | length ~ " " ~ relation -%}
        {%- if load_relation(relation) is none -%}
            {%- do print(progress ~ ": not built yet") -%}
        {%- else -%}
            {%- set provider = debezium._provider(relation) -%}
            {%- set statements = debezium._maintenance_sql(relation, provider, ages[0], ages[1], ages[2]) -%}
            {%- if dry_run -%}
                {%- do print(progress ~ ": would run" ~ ("\n    " ~ statements | join("\n    ") if statements else " nothing: the format is " ~ provider)) -%}
            {%- else -%}
                {%- for statement in statements -%}
                    {%- do run_query(statement) -%}
                {%- endfor -%}
                {%- do print(progress ~ ": " ~ statements | length ~ " statements run") -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}

{#-
    The statements for a table of a format; none for other formats. What is older than a time, or than so
    many hours, is removed. Delta ignores the retention in `vacuum` and reads only the table's property.
-#}
{%- macro _maintenance_sql(relation, provider, catalog, time, hours) -%}
    {%- set table = "table => " ~ debezium._string_literal(relation.schema ~ '.' ~ relation.identifier) -%}
    {%- set statements = {
        'iceberg': [
            "call " ~ catalog ~ ".system.rewrite_data_files(" ~ table ~ ", options => map('delete-file-threshold', '1'))",
            "call " ~ catalog ~ ".system.rewrite_manifests(" ~ table ~ ")",
            "call " ~ catalog ~ ".system.expire_snapshots(" ~ table ~ ", older_than => timestamp '" ~ time ~ "')",
        ],
        'delta': [
            "optimize " ~ relation,
            "reorg table " ~ relation ~ " apply (purge)",
            "alter table " ~ relation ~ " set tblproperties ('delta.deletedFileRetentionDuration' = 'interval " ~ hours ~ " hours')",
            "vacuum " ~ relation,
        ],
        'hudi': [
            "call run_clustering(" ~ table ~ ")",
            "call run_clean(" ~ table ~ ", clean_policy => 'KEEP_LATEST_BY_HOURS', hours_retained => " ~ hours ~ ")",
        ],
    } -%}
    {{ return(statements.get(provider, [])) }}
{%- endmacro %}
