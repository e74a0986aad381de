{#-
    Raises an error for a column that the model needs and the staging model does not select, or whose type the
    model's table would change. is_read: the new events were just read from staging, so it exists.
-#}
{%- macro _check_staging(macro, relation, columns, others, is_read) -%}
    {%- if relation.schema and not relation.is_cte and (is_read or debezium._relation_exists(relation)) -%}
        {%- set types = debezium._types_in(relation) -%}
        {%- set lacking = debezium._missing_names(types, columns + others) -%}
        {%- if lacking -%}
            {%- do debezium._error(
                macro, relation.identifier ~ " does not select " ~ lacking | join(', ') ~ ", which " ~ model.name ~ " needs. Add it to the SQL of " ~ relation.identifier ~ ", then run dbt build --select " ~ relation.identifier ~ "+",
                "    select ..., " ~ debezium._quoted(lacking) | join(', ') ~ "\n    from {" ~ "{ ref('base_...') }" ~ "}"
            ) -%}
        {%- endif -%}
        {%- do debezium._check_merged_types(macro, columns, types) if is_read and debezium._is_merged() -%}
    {%- endif -%}
{%- endmacro %}
