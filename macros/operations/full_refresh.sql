{#-
    For a model's `full_refresh` config: false, so that --full-refresh passes it by, unless
    the variable debezium__full_refresh names it.
-#}
{%- macro full_refresh() -%}
    {{ return(adapter.dispatch('full_refresh', 'debezium')()) }}
{%- endmacro %}

{%- macro default__full_refresh() -%}
    {{ return(none if debezium._is_named('full_refresh', 'debezium__full_refresh') else false) }}
{%- endmacro %}
