{%- macro _error(macro, problem, example) -%}
    {{ exceptions.raise_compiler_error(
        "debezium." ~ macro ~ ": " ~ problem ~ "\n\nExample:\n" ~ example
    ) }}
{%- endmacro %}
