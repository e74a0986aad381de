{#-
    Fills columns that a base model has been given later from what landed before and was kept in `_extra`, by the base
    model's own types; a value that does not fit goes to `_invalid`. Nothing is landed again.
-#}
{%- macro backfill(model, columns) -%}
    {{ return(adapter.dispatch('backfill', 'debezium')(model, columns)) }}
{%- endmacro %}

{%- macro default__backfill(model, columns) -%}
    {%- set example -%}
{% raw %}    dbt run-operation debezium.backfill --args '{model: base_db2__customers, columns: [phone]}'{% endraw %}
    {%- endset -%}
    {%- set node = debezium._node('backfill', model, 'debezium.unwrap(', 'a base model, one that calls debezium.unwrap', example) -%}
    {%- set base = debezium._relation_of(node) -%}
    {%- set held = adapter.get_columns_in_relation(base) | map(attribute='name') | list -%}
    {%- for name in columns -%}
        {%- if name not in node.columns or name not in held -%}
            {%- do debezium._error(
                'backfill', model ~ " has no column " ~ name ~ ": declare it in the YAML and build the model once", example
            ) -%}
        {%- endif -%}
        {%- set column = node.columns[name] -%}
        {%- set meta = ((column.config or {}).meta or {}).get('debezium', {}) -%}
        {%- set path = debezium._text(meta.path or name) -%}
        {%- set text = "_extra[" ~ path ~ "]" -%}
        {%- set value = debezium.decode(text, column.data_type, meta.semantic_type, meta) -%}
        {%- set waiting = "map_contains_key(_extra, " ~ path ~ ")" -%}
        {%- set rows = run_query("select count_if(" ~ waiting ~ ") from " ~ base).columns[0].values()[0] | int -%}
        {%- do run_query("
update " ~ base ~ "
set
    " ~ debezium._quote(name) ~ " = " ~ value ~ ",
    _invalid = if(
        " ~ text ~ " is not null and " ~ value ~ " is null,
        map_concat(coalesce(_invalid, map()), map(" ~ debezium._text(name) ~ ", " ~ text ~ ")),
        _invalid
    ),
    _extra = if(size(_extra) = 1, null, map_filter(_extra, (name, text) -> name <> " ~ path ~ "))
where " ~ waiting) if rows -%}
        {%- do print(base ~ ": " ~ rows ~ " rows filled in " ~ name) -%}
    {%- endfor -%}
    {%- do print("rebuild what reads it: dbt build --select " ~ model ~ "+ --full-refresh --vars '{debezium__full_refresh: [..]}'") -%}
{%- endmacro %}
