{#-
    The base model whose truncates a current model applies, if its deleted rows may be gone: they are purged, or it
    keeps none. Otherwise none.
-#}
{%- macro _base_with_truncates(tested) -%}
    {%- if not execute -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for node in debezium._calling(['current']) if debezium._is_relation(tested, debezium._relation_of(node)) -%}
        {%- set bases = debezium._calling(['unwrap'], debezium._parents(node.unique_id)) -%}
        {%- set may_lack_rows = ((node.config.meta or {}).get('debezium', {})).get('landing_retention')
            or debezium._written_argument(node.raw_code, 'deletes') == 'hard' -%}
        {{ return(debezium._relation_of(bases[0]) if bases and may_lack_rows else none) }}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}
