{#- The entry of a table of choices; an unknown name is an error that lists the known ones. -#}
{%- macro _choose(macro, argument, value, choices, example) -%}
    {%- if value not in choices -%}
        {%- do debezium._error(
            macro,
            argument ~ " must be one of " ~ (choices | list | join(', '))
                ~ ", got: " ~ (value if value is not none else 'nothing'),
            example
        ) -%}
    {%- endif -%}
    {{ return(choices[value]) }}
{%- endmacro %}
