{#- The newest load of a table that is there. -#}
{%- macro _newest_load(relation) -%}
    {{ return(run_query("select coalesce(max(_load), 0) from " ~ relation).rows[0][0] | int) }}
{%- endmacro %}

{#- Likewise of the model's own, which is at most a few loads older than base: a filter on `_load` skips its other files. -#}
{%- macro _newest_merged_load(base) -%}
    {%- if base -%}
        {%- set recent = run_query("
select max(_load)
from " ~ this ~ "
where _load > " ~ (debezium._newest_load(base) - 10)).rows[0][0] -%}
        {%- if recent is not none -%}
            {{ return(recent | int) }}
        {%- endif -%}
    {%- endif -%}
    {{ return(debezium._newest_load(this)) }}
{%- endmacro %}

{#- The state of the model's own table: {newest, rows}; zeros if the table is created by this run. -#}
{%- macro _table_state() -%}
    {%- if not execute or not is_incremental() -%}
        {{ return({'newest': 0, 'rows': 0}) }}
    {%- endif -%}
    {%- set loaded = run_query("select coalesce(max(_load), 0), count(*) from " ~ this).rows[0] -%}
    {{ return({'newest': loaded[0] | int, 'rows': loaded[1] | int}) }}
{%- endmacro %}
