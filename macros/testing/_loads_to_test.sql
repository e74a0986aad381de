{#-
    The loads that a generic test checks: {after, newest}. Loads up to `after` passed the same test before, 0
    means that it checks every row. Where no pass is to be stored, `newest` is none. A test that compares
    several relations has passed the loads that all of them contain.
-#}
{%- macro _loads_to_test(tested, beside=[]) -%}
    {%- set loads = {'after': 0, 'newest': none} -%}
    {%- set tables = debezium._tables_with_passes(model) -%}
    {%- set relations = [tested] + beside -%}
    {%- if not execute or flags.WHICH not in ['test', 'build'] or var('debezium__test_all', false) or not tables
        or not debezium._is_relation(tested, tables[0]) or relations | selectattr('is_cte') | list -%}
        {{ return(loads) }}
    {%- endif -%}
    {%- set newest, passed = [], [] -%}
    {%- for relation in relations -%}
        {%- if not debezium._has_columns(relation, ['_load']) -%}
            {{ return(loads) }}
        {%- endif -%}
        {%- do newest.append(debezium._newest_load(relation)) -%}
    {%- endfor -%}
    {%- for table in tables -%}
        {%- if not debezium._relation_exists(table) -%}
            {{ return(loads) }}
        {%- endif -%}
        {%- do passed.append(0 if flags.FULL_REFRESH else debezium._tested_load(table, model)) -%}
    {%- endfor -%}
    {%- do loads.update(newest=newest | min, after=passed | min if passed | min <= newest | min else 0) -%}
    {{ return(loads) }}
{%- endmacro %}

{#- With a `where`, --empty or --sample the tested relation is a subquery; with --defer it may be another table. -#}
{%- macro _is_relation(tested, table) -%}
    {{ return(tested is not string and tested.schema == table.schema and tested.identifier == table.identifier
        and tested | string == tested.render()) }}
{%- endmacro %}

{#- The model that is the tested relation, if it calls this macro. None while dbt parses. -#}
{%- macro _tested_model(tested, macro) -%}
    {%- for node in (debezium._calling([macro]) if execute else []) if debezium._is_relation(tested, debezium._relation_of(node)) -%}
        {{ return(node) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}

{#- A note for whoever reads the SQL of a failed test; _record_tested_loads reads it, too. -#}
{%- macro _tested_loads_note(loads) -%}
    {%- if loads.newest is not none -%}
-- tests what changed after load {{ loads.after }}, up to load {{ loads.newest }}; every row with debezium__test_all
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
