{#-
    The columns whose changes begin a version of a history model, as the text of its call lists them.
    None for all columns.
-#}
{%- macro _tracked_columns(tested) -%}
    {%- set node = debezium._tested_model(tested, 'history') -%}
    {%- set listed = modules.re.search('[(,\\s]tracked\\s*=\\s*\\[([^]]*)\\]', node.raw_code) if node else none -%}
    {{ return(modules.re.findall('([\'"])(.*?)\\1', listed.group(1)) | map('last') | list if listed else none) }}
{%- endmacro %}
