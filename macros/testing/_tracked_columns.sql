{#-
    The columns whose changes begin a version of a history model, as the text of its call lists them.
    None for all columns.
-#}
{%- macro _tracked_columns(tested) -%}
    {%- for node in (debezium._calling(['history']) if execute else [])
        if debezium._is_relation(tested, debezium._relation_of(node)) -%}
        {%- set listed = modules.re.search('[(,\\s]tracked\\s*=\\s*\\[([^]]*)\\]', node.raw_code) -%}
        {{ return(modules.re.findall('([\'"])(.*?)\\1', listed.group(1)) | map('last') | list if listed else none) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
