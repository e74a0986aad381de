{#-
    The events that are all that their key has, and whole: they decide as they are. A first load is mostly of these,
    and the fold sorts the events of each key in several ways. In a small one the plan of both ways costs more.
-#}
{%- macro _lone(columns, looked_up, counts) -%}
    {%- set known = [] -%}
    {%- for name in debezium._quoted(columns | map(attribute='name')) -%}
        {%- do known.append("struct(_row." ~ name ~ " as value) as " ~ name) -%}
    {%- endfor -%}
lone as (
    select
        _key,
        _position,
        _landing_id,
        _kind,
        _op,
        _source_at,
        _row,
        {%- if looked_up %}
        false as _looked_up,
        {%- endif %}
        {{ debezium._select(counts) }},
        struct(
            {{ debezium._select(known, 12) }}
        ) as _known,
        _position as _whole_position,
        null as _pending_position,
        1L as _events,
        0L as _waiting,
        0L as _ties,
        false as _order_uncertain,
        struct(_position, _landing_id) as _last
    from gathered
    where _is_lone
)
{%- endmacro %}

{#- Whether a fold of all events, of which there are many, is to come. In a unit test base is no table: it has no schema. -#}
{%- macro _is_first_of_many(base, after) -%}
    {{ return(execute and after is none and base.schema and load_relation(base) and debezium._is_large(base)) }}
{%- endmacro %}
