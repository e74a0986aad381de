{%- macro _error(macro, problem, example) -%}
    {{ exceptions.raise_compiler_error(
        "debezium." ~ macro ~ (", model " ~ model.name if model is defined and model.resource_type == 'model') ~ ": " ~ problem ~ "\n\nExample:\n" ~ example
    ) }}
{%- endmacro %}
