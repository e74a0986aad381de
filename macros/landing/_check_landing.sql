{#- What is looked at before a base model reads landing: how it merges, that the table is there and has its layout's columns. -#}
{%- macro _check_landing(macro, relation, layout, connector, example) -%}
    {%- do debezium._check_incremental(macro, '_landing_id') -%}
    {%- do debezium._check_version(macro, ['_topic_timestamp', '_key_mismatch']) -%}
    {%- do debezium._check_relation(macro, relation, example) -%}
    {%- if execute and flags.WHICH in ['run', 'build', 'show'] and not is_incremental() -%}
        {%- for each in (relation if debezium._is_list(relation) else [relation]) if each.schema and not each.is_cte -%}
            {%- if not debezium._relation_exists(each) -%}
                {%- set land = "    python -m dbt_debezium.land " ~ debezium._table_name(each)
                    ~ " --kafka localhost:9092 --topics 'srv\\..*' --checkpoint .lake/checkpoints/kafka" -%}
                {%- do debezium._error(
                    macro,
                    "table " ~ debezium._table_name(each) ~ " does not exist. "
                        ~ ("Build it first: dbt build --select +" ~ model.name if layout == 'envelope' else "Correct the source, or land records first: the package's docs/landing.md"),
                    land if layout == 'kafka' else example
                ) -%}
            {%- endif -%}
            {%- do debezium._check_landed_columns(macro, each, layout, connector, example) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#- The events of a connector occur in some layouts only. -#}
{%- macro _check_layout_of_connector(macro, connector_name, connector, layout_name, example) -%}
    {%- if layout_name not in connector.layouts -%}
        {%- do debezium._error(
            macro,
            "connector " ~ connector_name ~ " has the layouts " ~ connector.layouts | join(', ') ~ ", not " ~ layout_name ~ ". Correct `layout`",
            example
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#- A table without the columns of its layout has another layout. The json layouts would ignore the offsets of Kafka records. -#}
{%- macro _check_landed_columns(macro, relation, layout, connector, example) -%}
    {%- set present = debezium._names_in(relation) | map('lower') | list -%}
    {%- set layouts = debezium._layouts() -%}
    {%- set missing = {} -%}
    {%- for name, entry in layouts.items() -%}
        {%- do missing.update({name: debezium._read_columns(entry) | reject('in', present) | list}) -%}
    {%- endfor -%}
    {%- set others = [] -%}
    {%- for name in connector.layouts if not missing[name] and layouts[name].landed._topic_offset != '_landing._row_id' -%}
        {%- do others.append(name) -%}
    {%- endfor -%}
    {%- set reader = "; layout='" ~ others[0] ~ "' reads these" if others else "" -%}
    {%- if missing[layout] -%}
        {%- do debezium._error(
            macro,
            debezium._table_name(relation) ~ " has the columns " ~ present | join(', ') ~ "; layout " ~ layout ~ " also needs "
                ~ missing[layout] | join(', ') ~ reader ~ ". Correct `layout`: the package's docs/landed_forms.md",
            example
        ) -%}
    {%- elif layout.startswith('json') and others -%}
        {%- set owner = ", model " ~ model.name if model.resource_type == 'model' else "" -%}
        {%- do exceptions.warn("debezium." ~ macro ~ owner ~ ": " ~ debezium._table_name(relation) ~ " has the columns " ~ present | join(', ')
            ~ "; layout " ~ layout ~ " does not read topic, partition and offset" ~ reader ~ ". Correct `layout`: the package's docs/landed_forms.md") -%}
    {%- endif -%}
    {%- for name in debezium._names_in(relation) if layout == 'flattened' and name != name | lower and name | lower in ['__op', '__deleted'] -%}
        {%- do debezium._error(
            macro,
            debezium._table_name(relation) ~ " has the column " ~ name ~ ", which is read as " ~ name | lower
                ~ " only. Let unwrap read a view that renames the columns that begin with __",
            example
        ) -%}
    {%- endfor -%}
    {%- if layouts[layout].landed._topic_offset == '_landing._row_id' and not debezium._has_row_ids(relation) -%}
        {%- do debezium._error(
            macro,
            debezium._table_name(relation) ~ " has no row ids, which layout " ~ layout ~ " needs in place of offsets."
                ~ " Set format-version to 3 (Iceberg) or delta.enableRowTracking to true (Delta), or correct `layout`: the package's docs/landed_forms.md",
            example
        ) -%}
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
