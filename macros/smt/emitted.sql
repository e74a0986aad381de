{#-
    What the transform sends on, as a query over a base model: a row for each record that it does not drop; of a
    delete in the modes that send a null value, only the key.
-#}
{%- macro emitted(base, columns=none) -%}
    {{ return(adapter.dispatch('emitted', 'debezium')(base, columns)) }}
{%- endmacro %}

{%- macro default__emitted(base, columns=none) -%}
    {%- set columns = debezium._columns('emitted', columns, '', empty=true) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set values = dict(zip(names, debezium._each("if(_emitted = 'value', {}, null)", names))) -%}
select
    _landing_id,
    _key,
    {{ debezium._select_pairs(values or {'_document_key': '_document_key', 'document': 'document'}, 4) }},
    _emitted,
    _position,
    _load
from {{ base }}
where _emitted in ('value', 'tombstone')
{%- endmacro %}
