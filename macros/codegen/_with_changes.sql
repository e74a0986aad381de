{#-
    Fields from schemas, with what only the schema-change topic contains: that a number is unsigned and, where the messages do not carry
    the schemas (`exported`), up to which position a field had another type.
-#}
{%- macro _with_changes(fields, changed, exported) -%}
    {%- set by_name = dict(zip(changed | map(attribute='name'), changed)) -%}
    {%- for field in fields -%}
        {%- set change = by_name.get(field.name, {}) -%}
        {%- if change.unsigned and field.data_type == 'bigint' and not field.semantic_type -%}
            {%- do field.update(data_type=change.data_type, unsigned=true) -%}
        {%- endif -%}
        {%- if exported and change.older_types and debezium._declared_type(change) == debezium._declared_type(field) -%}
            {%- do field.update(older_types=change.older_types, comment=none) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(fields) }}
{%- endmacro %}
