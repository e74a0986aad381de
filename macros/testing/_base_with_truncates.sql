{#-
    The base model whose truncates a current model applies, if its deleted rows may be purged. Otherwise none.
-#}
{%- macro _base_with_truncates(tested) -%}
    {%- set node = debezium._tested_model(tested, 'current') -%}
    {%- set bases = debezium._calling(['unwrap'], debezium._parents(node.unique_id)) if node else [] -%}
    {{ return(debezium._relation_of(bases[0]) if bases and debezium._entries(node).get('landing_retention') else none) }}
{%- endmacro %}
