{#-
    At the end of a run: the newest load that each generic test of the package has passed, as a property of the
    table that it is declared for. A model that --full-refresh rebuilt is to be tested from its first load.
-#}
{%- macro _record_tested_loads(results) -%}
    {%- set tables = {} -%}
    {%- if execute -%}
        {%- if flags.FULL_REFRESH -%}
            {%- set rebuilt = results | selectattr('node.resource_type', 'equalto', 'model') | map(attribute='node.unique_id') | list -%}
            {%- for test in graph.nodes.values() if debezium._is_own_test(test) and test.depends_on.nodes | select('in', rebuilt) | list -%}
                {%- do debezium._set_tested_load(tables, test, 0) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- for result in results if result.status == 'pass' and debezium._is_own_test(result.node) -%}
            {%- set loads = modules.re.search('-- checks loads ([0-9]+) to ([0-9]+);', result.node.compiled_code or '') -%}
            {%- if loads and (loads.group(1) | int <= loads.group(2) | int) -%}
                {%- do debezium._set_tested_load(tables, result.node, loads.group(2)) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- for table, properties in tables.items() -%}
            {%- set pairs = [] -%}
            {%- for name, load in properties.items() -%}
                {%- do pairs.append(debezium._string_literal(name) ~ " = '" ~ load ~ "'") -%}
            {%- endfor -%}
            {%- do run_query("alter table " ~ table ~ " set tblproperties (" ~ pairs | join(', ') ~ ")") -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{%- macro _set_tested_load(tables, test, load) -%}
    {%- set table = debezium._table_of_test(test) -%}
    {%- do tables.setdefault(table, {}).update({debezium._tested_load_property(test): load}) if table -%}
{%- endmacro %}

{%- macro _is_own_test(node) -%}
    {{ return(node.resource_type == 'test' and node.test_metadata and node.test_metadata.namespace == 'debezium') }}
{%- endmacro %}

{#- The table of the model that a test is declared for; none of a view, and of a format that keeps no properties of its own. -#}
{%- macro _table_of_test(test) -%}
    {%- set tested = graph.nodes.get(test.attached_node) if execute and debezium._is_own_test(test) -%}
    {%- if tested and tested.config.materialized in ['table', 'incremental'] and tested.config.file_format in ['iceberg', 'delta'] -%}
        {{ return(tested.relation_name) }}
    {%- endif -%}
    {{ return(none) }}
{%- endmacro %}

{%- macro _tested_load_property(test) -%}
    {{ return('debezium.tested_load.' ~ test.name) }}
{%- endmacro %}

{#- The newest load that a test has passed, 0 if none: Spark answers with a sentence if the property is missing. -#}
{%- macro _tested_load(table, test) -%}
    {%- set found = run_query("show tblproperties " ~ table ~ " (" ~ debezium._string_literal(debezium._tested_load_property(test)) ~ ")") -%}
    {{ return(found.rows[0][1] | int(0)) }}
{%- endmacro %}
