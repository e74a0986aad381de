{#- The rows of a landing table that has no change events, as text: how many there are, by class and reason. -#}
{%- macro _rows_by_class(relation) -%}
    {%- set names = debezium._names_in(relation) -%}
    {%- set layout = debezium._layouts()['kafka' if 'topic' in names else 'json_keyed' if 'key' in names else 'json'] -%}
    {#-
        Any relational connector would do: without change events there are no images, and of the source block only its presence counts.
        `_relational` alone has no coordinates, which `_with_blocks` reads.
    -#}
    {%- set connector = debezium._connectors().postgresql -%}
    {%- set layout = debezium._with_blocks(layout, connector) -%}
    {%- set landing = {'tables': debezium._tables_to_read(relation, layout)} -%}
    {%- set cases = debezium._classify_messages(layout) + debezium._classify_nulls() + ["when _op = 'm' then 'message'"] -%}
    {%- set counted = [] -%}
    {%- for row in debezium._query_rows("
with " ~ debezium._envelope_steps(landing, layout, connector, [], {}) | join(',\n\n') ~ "

select
    " ~ debezium._case(cases, "'rejected: no_payload'") | indent ~ " as class,
    count(*) as times
from envelope
group by 1
order by times desc, class") -%}
        {%- do counted.append(row.times ~ ' ' ~ row.class | replace(': ', ' as ')) -%}
    {%- endfor -%}
    {%- set text = counted | join(', ') or 'none' -%}
    {%- set remedy = '. Decode them with python -m dbt_debezium.land --schema-registry' if 'avro_wire_format' in text -%}
    {{ return("no change events; its rows: " ~ text ~ remedy) }}
{%- endmacro %}
