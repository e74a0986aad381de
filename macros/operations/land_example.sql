{#- Lands a day of the worked example. -#}
{%- macro land_example(day='day_1') -%}
    {{ return(adapter.dispatch('land_example', 'debezium')(day)) }}
{%- endmacro %}

{%- macro default__land_example(day='day_1') -%}
    {%- set image = "struct<ID: int, FIRST_NAME: string, LAST_NAME: string, EMAIL: string>" -%}
    {%- set nested = "before " ~ image ~ ", after " ~ image ~ ", source struct<version: string, connector: string,"
        ~ " name: string, ts_ms: bigint, snapshot: boolean, db: string, `schema`: string, `table`: string,"
        ~ " change_lsn: string, commit_lsn: string>, op string, ts_ms bigint,"
        ~ " transaction struct<id: string, total_order: bigint, data_collection_order: bigint>" -%}
    {%- set schema = var('debezium__landing_schema', 'landing') -%}
    {%- for table in ['mongodb', 'mongodb_1_1', 'db2', 'db2_struct', 'sqlserver', 'cdl'] -%}
        {%- do debezium._land_lines(
            'landing/' ~ day ~ '/' ~ table ~ '.jsonl',
            schema ~ '.' ~ table,
            nested if table == 'db2_struct' else none,
            loop.index ~ " of " ~ loop.length
        ) -%}
    {%- endfor -%}
{%- endmacro %}
