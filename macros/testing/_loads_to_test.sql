{#-
    The loads that a generic test checks: {after, newest}. Loads up to `after` passed the same test before;
    0 if it checks every row: the variable debezium__test_all, --full-refresh, `dbt show` and `dbt compile`,
    a table that was rebuilt, and models whose tables have no place to record it.
-#}
{%- macro _loads_to_test(relation) -%}
    {%- set loads = {'after': 0, 'newest': none} -%}
    {%- set table = debezium._table_of_test(model) -%}
    {%- if execute and flags.WHICH in ['test', 'build'] and table -%}
        {%- do loads.update(newest=debezium._newest_load(relation)) -%}
        {%- if not flags.FULL_REFRESH and not var('debezium__test_all', false) -%}
            {%- set tested = debezium._tested_load(table, model) -%}
            {%- do loads.update(after=tested) if tested <= loads.newest -%}
        {%- endif -%}
    {%- endif -%}
    {{ return(loads) }}
{%- endmacro %}

{#- A note for whoever reads the SQL of a failed test; _record_tested_loads reads it, too. -#}
{%- macro _tested_loads_note(loads) -%}
    {%- if loads.newest is not none -%}
-- checks loads {{ loads.after + 1 }} to {{ loads.newest }}; every row with --vars 'debezium__test_all: true'
    {%- endif -%}
{%- endmacro %}

{#- The condition that a row belongs to the loads to test; none if every row is checked. -#}
{%- macro _of_tested_loads(loads, of='') -%}
    {{ return(of ~ '_load > ' ~ loads.after if loads.after else none) }}
{%- endmacro %}

{#- The condition that a key has rows of the loads to test, in any of the relations; none if every row is checked. -#}
{%- macro _of_tested_keys(loads, relations, key='_key') -%}
    {%- if not loads.after -%}
        {{ return(none) }}
    {%- endif -%}
    {%- set changed = [] -%}
    {%- for relation in relations -%}
        {%- do changed.append(
            "    select changed." ~ key ~ "\n    from " ~ relation ~ " as changed\n    where " ~ debezium._of_tested_loads(loads, 'changed.')
        ) -%}
    {%- endfor -%}
    {{ return(key ~ " in (\n" ~ changed | join("\n    union all\n") ~ "\n)") }}
{%- endmacro %}
