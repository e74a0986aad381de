{#-
    The current versions are the rows of the current state that are not deleted, value by value, as history compares
    them: 0.0 and -0.0 are equal. A column that the history does not track may differ.
-#}
{% test current_matches_history(model, current) %}

{%- do debezium._check_built('current_matches_history', model, current) %}
{%- set loads = debezium._loads_to_test(model, [current]) %}
{%- set checked = debezium._of_tested_keys(loads, [model, current]) %}
{%- set tracked = debezium._tracked_columns(model) %}
{%- set values, compared = {}, {} %}
{%- set table = api.Relation.create(schema=model.schema, identifier=model.identifier) %}
{#- dbt compile may come before the first build #}
{%- if execute and (not table.schema or debezium._relation_exists(table)) %}
    {%- for column, type in debezium._column_types(table).items()
        if column not in debezium.metadata_columns() and (not tracked or column in tracked) %}
        {%- set name = debezium._quote(column) %}
        {%- do values.update({name: debezium._in_key_order(name, type)}) %}
        {%- do compared.update({name: debezium._comparable(name, type)}) %}
    {%- endfor %}
{%- endif %}

{{ debezium._tested_loads_note(loads) }}
with versions as (
    select
        _key,
        {{ debezium._as_json(debezium._struct(values)) | indent(8) }} as content,
        {{ debezium._struct(compared) | indent(8) }} as compared_content
    from {{ model }}
    {{ debezium._where(['_is_current', checked]) }}
),

states as (
    select
        _key,
        {{ debezium._as_json(debezium._struct(values)) | indent(8) }} as content,
        {{ debezium._struct(compared) | indent(8) }} as compared_content
    from {{ current }}
    {{ debezium._where(['not _is_deleted', checked]) }}
)

select
    coalesce(versions._key, states._key) as _key,
    versions.content as content_in_history,
    states.content as current_content
from versions
full outer join states
    on versions._key = states._key
where not versions.compared_content <=> states.compared_content

{% endtest %}
