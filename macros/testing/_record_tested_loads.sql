{#-
    At the end of a run: the newest load that each generic test of the package has passed, as a property of each
    table that it reads. After --full-refresh, tests of the models that were built begin at the first load.
-#}
{%- macro _record_tested_loads(results) -%}
    {%- set tables = {} -%}
    {%- if execute and flags.FULL_REFRESH -%}
        {%- set built = results | rejectattr('status', 'equalto', 'skipped') | map(attribute='node')
            | selectattr('resource_type', 'equalto', 'model') | map(attribute='unique_id') | list -%}
        {%- for test in graph.nodes.values() if debezium._is_own_test(test) and test.depends_on.nodes | select('in', built) | list -%}
            {%- do debezium._store_pass(tables, test, 0) -%}
        {%- endfor -%}
    {%- endif -%}
    {%- for result in results if execute and result.status == 'pass' and debezium._is_own_test(result.node) -%}
        {%- set loads = modules.re.search('-- tests what changed after load ([0-9]+), up to load ([0-9]+);', result.node.compiled_code or '') -%}
        {%- if loads and loads.group(1) | int < loads.group(2) | int -%}
            {%- do debezium._store_pass(tables, result.node, loads.group(2)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for each in tables.values() if debezium._relation_exists(each.table) -%}
        {%- do debezium._set_table_properties(each.table, each.properties) -%}
    {%- endfor -%}
{%- endmacro %}

{%- macro _store_pass(tables, test, load) -%}
    {%- for table in debezium._tables_with_passes(test) -%}
        {%- set found = tables.setdefault(table | string, {'table': table, 'properties': {}}) -%}
        {%- do found.properties.update({debezium._tested_load_property(test): load}) -%}
    {%- endfor -%}
{%- endmacro %}

{%- macro _is_own_test(node) -%}
    {{ return(node.resource_type == 'test' and node.test_metadata and node.test_metadata.namespace == 'debezium') }}
{%- endmacro %}

{#-
    The tables that store which load a test has passed: those of the incremental models that it reads, first the one that
    it is declared for, in a format with properties of its own. A table that is created again loses it. None where a
    pass can hide a fault: with a `where` or a threshold.
-#}
{%- macro _tables_with_passes(test) -%}
    {%- set tables = [] -%}
    {%- if execute and debezium._is_own_test(test) and not test.config.where and test.config.warn_if == '!= 0'
        and test.config.fail_calc == 'count(*)' and debezium._stores_passes(graph.nodes.get(test.attached_node)) -%}
        {%- for id in [test.attached_node] + test.depends_on.nodes | reject('equalto', test.attached_node) | list
            if debezium._stores_passes(graph.nodes.get(id)) -%}
            {%- do tables.append(debezium._relation_of(graph.nodes[id])) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(tables) }}
{%- endmacro %}

{%- macro _stores_passes(node) -%}
    {{ return(node and node.config.materialized == 'incremental' and node.config.file_format in debezium._formats_with_properties()) }}
{%- endmacro %}

{#- dbt's own name of the test contains a hash of its arguments. -#}
{%- macro _tested_load_property(test) -%}
    {{ return('debezium.tested_load.' ~ test.test_metadata.name ~ '.' ~ test.unique_id.split('.')[-1]) }}
{%- endmacro %}

{#- The newest load that a test has passed, 0 if none. -#}
{%- macro _tested_load(table, test) -%}
    {{ return(debezium._table_property(table, debezium._tested_load_property(test)) | int(0)) }}
{%- endmacro %}
