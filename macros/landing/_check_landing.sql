{#- What is looked at before a base model reads landing: how it merges, that the table is there and has its layout's columns. -#}
{%- macro _check_landing(macro, relation, layout, connector, example) -%}
    {%- do debezium._check_incremental(macro, '_landing_id') -%}
    {%- do debezium._check_relation(macro, relation, example) -%}
    {%- if execute and flags.WHICH in ['run', 'build', 'show'] and not is_incremental() -%}
        {%- for each in (relation if debezium._is_list(relation) else [relation]) if each.schema and not each.is_cte -%}
            {%- if not debezium._is_there(each) -%}
                {%- do debezium._error(
                    macro,
                    "there is no table " ~ debezium._table_name(each) ~ ": "
                        ~ ("build it first, dbt build --select +" ~ model.name if layout == 'envelope' else "land something first (docs/landing.md)"),
                    example
                ) -%}
            {%- endif -%}
            {%- do debezium._check_landed_columns(macro, each, layout, connector, example) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#- A table that lacks what its layout reads has another one; of Kafka's records the json layouts would lose the place. -#}
{%- macro _check_landed_columns(macro, relation, layout, connector, example) -%}
    {%- set held = debezium._names_in(relation) | map('lower') | list -%}
    {%- set layouts = debezium._layouts() -%}
    {%- set lacking = {} -%}
    {%- for name, entry in layouts.items() -%}
        {%- do lacking.update({name: debezium._read_columns(entry) | reject('in', held) | list}) -%}
    {%- endfor -%}
    {%- set others = [] -%}
    {%- for name in connector.layouts if not lacking[name] and layouts[name].landed._topic_offset != '_landing._row_id' -%}
        {%- do others.append(name) -%}
    {%- endfor -%}
    {%- set told = debezium._table_name(relation) ~ " has the columns " ~ held | join(', ') -%}
    {%- set hint = "; layout='" ~ others[0] ~ "' reads these" if others else "" -%}
    {%- if lacking[layout] -%}
        {%- do debezium._error(macro, told ~ ", of layout " ~ layout ~ " it lacks " ~ lacking[layout] | join(', ') ~ hint, example) -%}
    {%- elif layout.startswith('json') and others -%}
        {%- do exceptions.warn("debezium." ~ macro ~ ": " ~ told ~ ", of which layout " ~ layout ~ " reads no topic, partition and offset" ~ hint) -%}
    {%- endif -%}
{%- endmacro %}

{#- The landing table's columns that a layout reads, but for Iceberg's hidden one. -#}
{%- macro _read_columns(layout) -%}
    {%- set texts = (layout.landed.values() | list) + ((layout.envelope or {}).values() | list) -%}
    {{ return(modules.re.findall('_landing\\.(\\w+)', texts | join(' ')) | reject('equalto', '_row_id') | unique | list) }}
{%- endmacro %}

{#- A landing table, or a list of them whose names differ; while dbt parses, it knows none. -#}
{%- macro _check_relation(macro, relation, example) -%}
    {%- if execute and debezium._is_list(relation) -%}
        {%- set names = [] -%}
        {%- for each in relation -%}
            {%- do names.append(debezium._table_name(each)) -%}
        {%- endfor -%}
        {%- if not names or names | unique | list | length < names | length -%}
            {%- do debezium._error(
                macro,
                "relation must be a landing table or a list of different ones, got: " ~ (names | join(', ') or 'nothing'),
                example
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}
