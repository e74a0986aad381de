{#- Whether a variable, a model's name or a list of them, names this model; a name that no model has is an error. -#}
{%- macro _is_named(variable) -%}
    {%- set value = var(variable, []) -%}
    {%- set named = [value] if value is string else value -%}
    {%- if execute and named -%}
        {%- set known = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | map(attribute='name') | list -%}
        {%- for name in named if name not in known -%}
            {%- do debezium._error(
                model.name, variable ~ " names " ~ name ~ ", but the project has no such model",
                "    --vars '{" ~ variable ~ ": [" ~ model.name ~ "]}'"
            ) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(model.name in named) }}
{%- endmacro %}
