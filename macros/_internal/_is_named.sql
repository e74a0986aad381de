{#- Whether a variable, a model's name or a list of them, names this model; a name that no model has is an error. -#}
{%- macro _is_named(macro, variable) -%}
    {%- set value = var(variable, []) -%}
    {%- set named = [value] if value is string else value -%}
    {%- if execute and named -%}
        {%- set known = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | map(attribute='name') | list -%}
        {%- for name in named if name not in known -%}
            {%- do debezium._error(
                macro, variable ~ " names " ~ name ~ ", but the project has no such model. Correct the name",
                "    --vars '{" ~ variable ~ ": [" ~ model.name ~ "]}'"
            ) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(model.name in named) }}
{%- endmacro %}
