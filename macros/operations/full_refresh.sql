{#-
    For a model's `full_refresh` config: false, so that --full-refresh passes it by, unless
    the variable debezium__full_refresh names it.
-#}
{%- macro full_refresh() -%}
    {{ return(adapter.dispatch('full_refresh', 'debezium')()) }}
{%- endmacro %}

{%- macro default__full_refresh() -%}
    {%- set named = var('debezium__full_refresh', []) -%}
    {%- set named = [named] if named is string else named -%}
    {%- set known = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | map(attribute='name') | list if execute and named else named -%}
    {%- for name in named if name not in known -%}
        {%- do debezium._error(
            'full_refresh', "debezium__full_refresh names " ~ name ~ ", and no model is called so",
            "    dbt build --full-refresh --vars '{debezium__full_refresh: [" ~ model.name ~ "]}'"
        ) -%}
    {%- endfor -%}
    {{ return(none if model.name in named else false) }}
{%- endmacro %}
