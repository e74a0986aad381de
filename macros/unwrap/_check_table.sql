{#- What a merge into the model's own table would lose or change, or fail at. -#}
{%- macro _check_table(macro, names, columns=[], key=[], newest=0) -%}
    {%- if debezium._is_merged() -%}
        {%- set types = debezium._stored_types(names) -%}
        {%- do debezium._check_new_columns(macro, names, types) -%}
        {%- do debezium._check_types(macro, columns, types) -%}
        {%- do debezium._check_stored_key(macro, key, newest) if key -%}
    {%- endif -%}
{%- endmacro %}

{%- macro _is_merged() -%}
    {{ return(execute and model.resource_type == 'model' and is_incremental() and flags.WHICH in ['run', 'build']) }}
{%- endmacro %}

{#-
    With dbt's default for on_schema_change, a merge leaves a new column out. Its values would be nowhere, because
    a declared field is not in `_extra`.
-#}
{%- macro _check_new_columns(macro, names, types) -%}
    {%- set setting = (model.config or {}).on_schema_change or 'ignore' -%}
    {%- set missing = debezium._missing_names(types, names) | map('lower') | map('replace', '`', '') | list -%}
    {%- if missing and setting not in ['append_new_columns', 'sync_all_columns', 'fail'] -%}
        {%- do debezium._error(
            macro,
            "table " ~ this ~ " lacks " ~ missing | join(', ') ~ ", and on_schema_change is " ~ setting
                ~ ", which would lose the values. Set it to append_new_columns",
            "models:\n  +on_schema_change: append_new_columns"
        ) -%}
    {%- endif -%}
{%- endmacro %}

{#- A merge casts to the types of its table, and `_invalid` would not have the text. dbt widens them before it with sync_all_columns. -#}
{%- macro _check_types(macro, columns, types) -%}
    {%- set is_synced = (model.config or {}).on_schema_change == 'sync_all_columns' -%}
    {%- for column in columns -%}
        {%- set stored = types.get(column.name, '') -%}
        {%- if not (is_synced and [column.data_type, stored] == ['double', 'float']) -%}
            {%- do debezium._check_stored_type(macro, this, column, stored, is_altered=is_synced) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}

{#- Staging may cast: the types that it selects are merged, not those of the YAML. -#}
{%- macro _check_merged_types(macro, names, types) -%}
    {%- set merged = [] -%}
    {%- for name in names -%}
        {%- do merged.append({'name': name, 'data_type': types.get(name, '')}) -%}
    {%- endfor -%}
    {%- do debezium._check_types(macro, merged, debezium._stored_types(names)) -%}
{%- endmacro %}

{#- If the key's columns change, a source row would stay with its old key and be added with the new one. -#}
{%- macro _check_stored_key(macro, key, newest) -%}
    {%- set found = run_query("
select json_object_keys(_key) <=> array(" ~ debezium._string_literals(key) ~ ") as is_same
from " ~ this ~ "
where
    _load = " ~ newest ~ "
    and _class = 'data'
    and _key is not null
limit 1").rows -%}
    {%- if found and not found[0][0] -%}
        {%- do debezium._error(
            macro,
            "the keys in table " ~ this ~ " have other columns, or another order of them, than key=" ~ key
                ~ ". Rebuild it and all that reads it: the package's docs/questions.md#how-do-i-rebuild-base",
            debezium._rebuild_command('build')
        ) -%}
    {%- endif -%}
{%- endmacro %}
