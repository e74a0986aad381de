{#-
    The base model whose truncates a current model applies, if its deleted rows may be purged. Otherwise none.
-#}
{%- macro _base_with_truncates(tested) -%}
    {%- if not execute -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for node in debezium._calling(['current']) if debezium._is_relation(tested, debezium._relation_of(node)) -%}
        {%- set bases = debezium._calling(['unwrap'], debezium._parents(node.unique_id)) -%}
        {{ return(debezium._relation_of(bases[0]) if bases and debezium._entries(node).get('landing_retention') else none) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
