{#-
    Fills columns of a base model from what landed before: of a column that it was given later in `_extra`, of one whose type
    did not hold a value in `_invalid`. A value that does not fit the model's own type stays in `_invalid`; where an event left
    the column as it was, `_unavailable` says so.
-#}
{%- macro backfill(model, columns) -%}
    {{ return(adapter.dispatch('backfill', 'debezium')(model, columns)) }}
{%- endmacro %}

{%- macro default__backfill(model, columns) -%}
    {%- set example -%}
{% raw %}    dbt run-operation debezium.backfill --args '{model: base_db2__customers, columns: [phone]}'{% endraw %}
    {%- endset -%}
    {%- set node = debezium._node('backfill', model, 'debezium.unwrap(', 'a base model, one that calls debezium.unwrap', example) -%}
    {%- set connector = debezium._read_by(node) -%}
    {%- set base = debezium._relation_of(node) -%}
    {%- set held = adapter.get_columns_in_relation(base) | map(attribute='name') | list -%}
    {%- set filled = [] -%}
    {%- for name in columns -%}
        {%- if name not in node.columns or name not in held -%}
            {%- do debezium._error(
                'backfill', model ~ " has no column " ~ name ~ ": declare it in the YAML and build the model once", example
            ) -%}
        {%- endif -%}
        {%- do filled.append(debezium._filled(node.columns[name], connector)) -%}
    {%- endfor -%}
    {%- if not filled -%}
        {%- do debezium._error('backfill', "columns must name those to fill", example) -%}
    {%- endif -%}
    {%- set rows = run_query(
        "select count_if(" ~ filled | map(attribute='is_held') | join("), count_if(") ~ ") from " ~ base
    ).rows[0] -%}
    {%- do run_query(debezium._backfilled(base, filled)) -%}
    {%- for name in columns -%}
        {%- do print(loop.index ~ " of " ~ columns | length ~ " " ~ base ~ ": " ~ rows[loop.index0] | int ~ " rows filled in " ~ name) -%}
    {%- endfor -%}
    {%- do print("rebuild what reads it: dbt build --select " ~ model ~ "+ --full-refresh --vars '{debezium__full_refresh: [..]}'") -%}
{%- endmacro %}

{#- The rules by which a base model reads images, by the connector and the layout that its call names. -#}
{%- macro _read_by(node) -%}
    {%- set told = {} -%}
    {%- for name in ['connector', 'layout'] -%}
        {%- do told.update({name: debezium._written_argument(node.raw_code, name)}) -%}
        {%- if not told[name] -%}
            {%- do debezium._error(
                'backfill', "the call in " ~ node.name ~ " does not name its " ~ name,
                "    {" ~ "{ debezium.unwrap(source('landing', 'db2'), layout='kafka', connector='db2', key=['id']) }" ~ "}"
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set connector = debezium._connectors()[told.connector] -%}
    {{ return(debezium._as_flattened(connector) if told.layout.startswith('flattened') else connector) }}
{%- endmacro %}

{#- A column's part of the update: where its text is held, its value, and whether an event left it as it was. -#}
{%- macro _filled(declared, connector) -%}
    {%- set meta = ((declared.config or {}).meta or declared.meta or {}).get('debezium', {}) -%}
    {%- set column = dict(meta, name=declared.name, path=meta.path or declared.name, data_type=declared.data_type, older_scales=none) -%}
    {%- set name, field = debezium._text(column.name), debezium._field_name(column, connector) -%}
    {%- set text = debezium._read(debezium._as_texts('_extra', {}, dict(connector, placeholders=none)), column, {}, connector) -%}
    {%- set left_out = "false" -%}
    {%- if connector.placeholders -%}
        {%- set left_out = "coalesce(" ~ text ~ " in (" ~ debezium._texts(connector.placeholders) ~ "), false)" -%}
        {%- set text = "if(" ~ left_out ~ ", null, " ~ text ~ ")" -%}
    {%- elif connector.carried_by -%}
        {%- set left_out = "_unavailable is not null and not arrays_overlap(
    " ~ connector.carried_by | indent ~ ",
    array(" ~ field ~ ", " ~ debezium._text(column.path) ~ ")
)" -%}
    {%- endif -%}
    {%- set text = "coalesce(" ~ text ~ ", _invalid[" ~ name ~ "])" -%}
    {{ return({
        'column': debezium._quote(column.name),
        'name': name,
        'field': field,
        'text': text,
        'value': debezium._decode_column(text, column),
        'is_masked': column.mask,
        'is_held': "coalesce(map_contains_key(_extra, " ~ field ~ ") or map_contains_key(_invalid, " ~ name ~ "), false)",
        'left_out': left_out,
    }) }}
{%- endmacro %}

{#- One update for all: two columns may be read from the same field. -#}
{%- macro _backfilled(base, filled) -%}
    {%- set assignments, misfits, open, touched = {}, [], [], [] -%}
    {%- for each in filled -%}
        {%- do assignments.update({each.column: "if(" ~ each.is_held ~ ", " ~ each.value ~ ", " ~ each.column ~ ")"}) -%}
        {%- if not each.is_masked -%}
            {%- do misfits.append("if(" ~ each.text ~ " is not null and " ~ each.value ~ " is null, struct(" ~ each.name ~ ", " ~ each.text ~ "), null)") -%}
        {%- endif -%}
        {%- do open.append("if(" ~ each.left_out ~ ", " ~ each.name ~ ", null)") -%}
        {%- do touched.extend([each.is_held, each.left_out]) -%}
    {%- endfor -%}
    {%- set kept = "map_filter(_invalid, (name, text) -> name not in (" ~ filled | map(attribute='name') | join(', ') ~ "))" -%}
    {%- set found = "map_from_entries(array_compact(array(" ~ (misfits or ["cast(null as struct<name: string, text: string>)"]) | join(', ') ~ ")))" -%}
    {%- set rest = "map_filter(_extra, (name, text) -> name not in (" ~ filled | map(attribute='field') | join(', ') ~ "))" -%}
    {%- set left_out = "array_compact(array(" ~ open | join(', ') ~ "))" -%}
    {%- do assignments.update({
        '_invalid': "if(size(map_concat(coalesce(kept, map()), found)) > 0, map_concat(coalesce(kept, map()), found), null)"
            | replace('kept', kept) | replace('found', found),
        '_extra': "if(size(" ~ rest ~ ") > 0, " ~ rest ~ ", null)",
        '_unavailable': "if(size(" ~ left_out ~ ") > 0, array_union(coalesce(_unavailable, array()), " ~ left_out ~ "), _unavailable)",
    }) -%}
    {{ return("update " ~ base ~ "
set
    " ~ debezium._assigned(assignments) ~ "
where
    (" ~ touched | reject('equalto', 'false') | join(")
    or (") ~ ")") }}
{%- endmacro %}

{%- macro _assigned(assignments) -%}
    {%- set pairs = [] -%}
    {%- for name, expression in assignments.items() -%}
        {%- do pairs.append(name ~ " = " ~ expression | indent) -%}
    {%- endfor -%}
    {{ return(pairs | join(",\n    ")) }}
{%- endmacro %}
