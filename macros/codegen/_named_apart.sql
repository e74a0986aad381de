{#-
    Names under which no two models are called alike, `orders` with its history and `orders_history` neither: where they would be, with
    the table's schema, then with a number.
-#}
{%- macro _named_apart(entities, name) -%}
    {%- set taken = ['base_' ~ name, name ~ '__ledger'] -%}
    {%- set result = [] -%}
    {%- for entity in entities -%}
        {%- set wished = [entity.name, entity.name ~ '_' ~ debezium._plain_name(entity.schema or '')] -%}
        {%- for number in range(2, entities | length * 2 + 2) -%}
            {%- do wished.append(entity.name ~ '_' ~ number) -%}
        {%- endfor -%}
        {%- set free = [] -%}
        {%- for each in wished if debezium._model_names(each).values() | select('in', taken) | list | length == 0 -%}
            {%- do free.append(each) -%}
        {%- endfor -%}
        {%- do taken.extend(debezium._model_names(free[0]).values()) -%}
        {%- do result.append(dict(entity, name=free[0])) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}
