{#-
    Which keys have more than one event, or one that is not whole: by shares, which can be broadcast however many keys
    there are. The others' events are all that their key has, and decide as they are. A first load is mostly of these,
    and the fold sorts the events of each key in several ways. In a small one the plan of both ways costs more.
-#}
{%- macro _crowded(relation, base, texts, load) -%}
hashed as (
    select
        xxhash64(_key) as key_hash,
        coalesce(
            _op in ({{ "'c', 'r'" if texts else "'c', 'r', 'u'" }})
            and _unavailable is null
            and not _pending,
            false
        ) as is_whole
    from {{ relation }}
    where _load <= {{ load.newest }}
    {%- if load.tombstones %}

    union all

    select
        xxhash64(landed._key) as key_hash,
        false as is_whole
    from {{ base }} as landed
    where
        landed._class = 'tombstone'
        and landed._load <= {{ load.newest }}
    {%- endif %}
),

crowded as (
    select distinct pmod(key_hash, 1000000) as key_share
    from hashed
    group by key_hash
    having
        count(*) > 1
        or not bool_and(is_whole)
)
{%- endmacro %}

{#- The condition that a key is one of those. -#}
{%- macro _is_crowded(key) -%}
    {{ return(debezium._share(key) ~ " in (
    select /*+ broadcast(crowded) */ crowded.key_share
    from crowded
)") }}
{%- endmacro %}

{%- macro _lone(relation, columns, own, looked_up, load) -%}
    {%- set known = [] -%}
    {%- for name in debezium._quoted(columns | map(attribute='name')) -%}
        {%- do known.append("struct(" ~ name ~ " as value) as " ~ name) -%}
    {%- endfor -%}
    {%- set shown = {} -%}
    {%- for name in ['_landing_id', '_kind', '_op', '_source_at', '_row'] -%}
        {%- do shown.update({name: own[name]}) -%}
    {%- endfor -%}
lone as (
    select
        _key,
        _position,
        {{ debezium._select_pairs(shown) }},
        {%- if looked_up %}
        false as _looked_up,
        {%- endif %}
        1L as _sightings,
        _load as _newest_load,
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
    from {{ relation }}
    where
        _load <= {{ load.newest }}
        and not {{ debezium._is_crowded('_key') | indent(8) }}
)
{%- endmacro %}
