{#-
    Fills columns of a base model from what landed before: of a column that it was given later in `_extra`, of one whose type
    did not hold a value in `_invalid`. A value that does not fit the model's own type stays in `_invalid`.
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
        {%- set misfit = debezium._text(name) -%}
        {%- set text = "coalesce(_extra[" ~ path ~ "], _invalid[" ~ misfit ~ "])" -%}
        {%- set value = debezium._decode_column(text, dict(meta, data_type=column.data_type, older_scales=none)) -%}
        {%- set waiting = "coalesce(map_contains_key(_extra, " ~ path ~ "), false) or coalesce(map_contains_key(_invalid, " ~ misfit ~ "), false)" -%}
        {%- set rows = run_query("select count_if(" ~ waiting ~ ") from " ~ base).columns[0].values()[0] | int -%}
        {%- do run_query("
update " ~ base ~ "
set
    " ~ debezium._quote(name) ~ " = " ~ value ~ ",
    _invalid = if(
        " ~ text ~ " is not null and " ~ value ~ " is null,
        map_concat(
            coalesce(map_filter(_invalid, (name, text) -> name <> " ~ misfit ~ "), map()),
            map(" ~ misfit ~ ", " ~ text ~ ")
        ),
        " ~ debezium._without('_invalid', misfit) ~ "
    ),
    _extra = " ~ debezium._without('_extra', path) ~ "
where " ~ waiting) if rows -%}
        {%- do print(loop.index ~ " of " ~ columns | length ~ " " ~ base ~ ": " ~ rows ~ " rows filled in " ~ name) -%}
    {%- endfor -%}
    {%- do print("rebuild what reads it: dbt build --select " ~ model ~ "+ --full-refresh --vars '{debezium__full_refresh: [..]}'") -%}
{%- endmacro %}

{#- A map without an entry; null where nothing is left. -#}
{%- macro _without(texts, name) -%}
    {%- set rest = "map_filter(" ~ texts ~ ", (name, text) -> name <> " ~ name ~ ")" -%}
    {{ return("if(size(" ~ rest ~ ") > 0, " ~ rest ~ ", null)") }}
{%- endmacro %}
