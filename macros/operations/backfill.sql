{#-
    Fills columns of a base model for rows that landed before: a later column from `_extra`, a column with
    a wider type from `_invalid`. A value that does not fit the new type stays in `_invalid`. Columns that
    an event did not contain are in `_unavailable`.
-#}
{%- macro backfill(model, columns) -%}
    {{ return(adapter.dispatch('backfill', 'debezium')(model, columns)) }}
{%- endmacro %}

{%- macro default__backfill(model, columns) -%}
    {%- set example = "    dbt run-operation debezium.backfill --args '{model: base_db2__customers, columns: [phone]}'" -%}
    {%- set node = debezium._node('backfill', model, ['unwrap'], 'a base model, one that calls debezium.unwrap', example) -%}
    {%- set connector = debezium._connector_of_base(node) -%}
    {%- set base = debezium._relation_of(node) -%}
    {%- set types = debezium._column_types(base) -%}
    {%- set filled, kept = [], [] -%}
    {%- set columns = [columns] if columns is string else columns -%}
    {%- for name in columns -%}
        {%- if name not in node.columns or name not in types -%}
            {%- do debezium._error(
                'backfill', model ~ " has no column " ~ name ~ ". Declare it in the YAML and build the model once", example
            ) -%}
        {%- endif -%}
        {%- set column = debezium._declared(node.columns[name]) -%}
        {%- do debezium._check_stored_type('backfill', base, column, types[name], is_altered=false, base=node.name) -%}
        {%- do filled.append(column) -%}
        {%- do kept.append(debezium._is_kept(column, connector)) -%}
    {%- endfor -%}
    {%- if not filled -%}
        {%- do debezium._error('backfill', "columns must name the columns to fill, got: nothing", example) -%}
    {%- endif -%}
    {%- do debezium._check_previous_images(node, base, filled, kept, example) -%}
    {%- set counts = "select " ~ debezium._each("count_if({})", kept) | join(', ') ~ " from " ~ base -%}
    {%- set before = run_query(counts).rows[0] -%}
    {%- do run_query(debezium._backfill_statement(base, filled, connector)) -%}
    {%- set after = run_query(counts).rows[0] -%}
    {%- for name in columns -%}
        {%- set rest = after[loop.index0] | int -%}
        {%- do print(loop.index ~ " of " ~ columns | length ~ " " ~ base ~ ": " ~ (before[loop.index0] | int - rest) ~ " rows filled in " ~ name
            ~ (", " ~ rest ~ " rows do not fit" if rest else "")) -%}
    {%- endfor -%}
    {%- set views, rebuilt = [], [] -%}
    {%- for each in debezium._calling(['current', 'history', 'current_without_key']) if node.unique_id in debezium._upstream(each.unique_id) -%}
        {%- do rebuilt.append(each.name) -%}
        {#- a view keeps the types that its columns had when it was created -#}
        {%- for id in debezium._upstream(each.unique_id) if id in graph.nodes and node.unique_id in debezium._upstream(id) -%}
            {%- do views.append(graph.nodes[id].name) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if rebuilt -%}
        {%- do print("rebuild the models that read it: dbt build --select " ~ (views + rebuilt) | unique(true) | join(' ')
            ~ " --full-refresh --vars '{debezium__full_refresh: [" ~ rebuilt | join(', ') ~ "]}'") -%}
    {%- endif -%}
{%- endmacro %}

{#- The rules by which a base model reads images, by the connector and the layout that its call names. -#}
{%- macro _connector_of_base(node) -%}
    {%- set arguments = {} -%}
    {%- set example = "    {" ~ "{ debezium.unwrap(source('landing', 'db2'), layout='kafka', connector='db2', key=['id']) }" ~ "}" -%}
    {%- set named = ['connector', 'layout'] -%}
    {%- do named.append('unavailable_value_placeholder') if 'unavailable_value_placeholder' in node.raw_code -%}
    {%- for name in named -%}
        {%- do arguments.update({name: debezium._literal_argument(node.raw_code, name)}) -%}
        {%- if not arguments[name] -%}
            {%- do debezium._error('backfill', "the call in " ~ node.name ~ " must pass " ~ name ~ " as a literal. Write it in the model's SQL", example) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set connector = debezium._with_own_placeholder(
        'backfill', arguments.connector, debezium._connectors()[arguments.connector],
        arguments.get('unavailable_value_placeholder'), example
    ) -%}
    {%- set connector = debezium._as_flattened(connector) if debezium._layouts()[arguments.layout].parse == 'row' else connector -%}
    {%- set exact = modules.re.search('[(,\\s]exact_numbers\\s*=\\s*true\\b', node.raw_code, modules.re.IGNORECASE) is not none -%}
    {{ return(dict(connector, exact_numbers=exact)) }}
{%- endmacro %}

{#- A declared column as it is read here: what a field that is not there means was decided when its row was loaded. -#}
{%- macro _declared(column) -%}
    {%- set meta = debezium._entries(column) -%}
    {%- set known = dict(meta, name=column.name, path=meta.path or column.name, data_type=column.data_type) -%}
    {%- do known.pop('default', none) -%}
    {{ return(known) }}
{%- endmacro %}
