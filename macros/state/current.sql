{#-
    The current state: one row per key, a deleted key included. Reads change events (a staging model) and
    folds every key that has new ones again, so that a late or a repeated event changes nothing it should not.
-#}
{%- macro current(relation, columns=none, base=none) -%}
    {{ return(adapter.dispatch('current', 'debezium')(relation, columns, base)) }}
{%- endmacro %}

{%- macro default__current(relation, columns=none, base=none) -%}
    {%- set example -%}
{% raw %}    {{ debezium.current(ref('stg_db2__customers'), base=ref('base_db2__customers')) }}{% endraw %}
    {%- endset -%}
    {%- set columns = debezium._columns('current', columns, example) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
{{ debezium._resolved(relation, columns, base) }}

select
    _key,
    {%- for name in names %}
    if(
        _known.{{ name }} is null and _op in ('d', 't'),
        _image.{{ name }},
        _known.{{ name }}.value
    ) as {{ name }},
    {%- endfor %}
    _op,
    _op in ('d', 't') as _is_deleted,
    if(_op in ('d', 't'), _source_at, null) as _deleted_at,
    _source_at,
    _position,
    array_compact(array(
        {%- for name in names %}
        if(
            _known.{{ name }} is null and _op not in ('d', 't'),
            {{ debezium._text(columns[loop.index0].name) }},
            null
        ){{ ',' if not loop.last }}
        {%- endfor %}
    )) as _unavailable,
    coalesce(
        _pending_position > if(_op in ('d', 't'), _position, _whole_position),
        false
    ) as _pending,
    _events,
    _sightings - _events as _repeats,
    _newest_load as _load
from decided
where struct(_position, _landing_id) = _last
{%- endmacro %}
