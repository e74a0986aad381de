{#-
    The events of the keys that have news, in their order, each with what was then known of its row: `decided`.
    after: the newest load that the table holds, where it is there; events of later ones are news.
    continued: the loads that the rows that stand and the news tell, where they do.
    has_lone: whether the keys with one event are taken by themselves.
    `base` is where truncates and tombstones are found, which stand beside the change events; `connector` says
    whether its updates may need the document before them.
-#}
{%- macro _resolved(relation, columns, base, connector, after=none, looked_up=false, continued=none, has_lone=false) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set texts = connector.texts or [] -%}
    {%- set event = [
        '_landing_id', '_kind', '_op', '_event_id', '_source_at', '_row', '_unavailable', '_pending', '_load',
    ] + texts -%}
    {%- set is_touched = after is not none and not continued -%}
    {%- set again = not continued or continued.refolded -%}
    {%- set base = base if again else none -%}
    {%- set sources = (['changed'] if again else []) + (['truncates', 'tombstones'] if base else [])
        + (['news', 'standing'] if continued else []) -%}
    {%- set counts = ['_sightings', '_newest_load'] + (['_standing'] if continued else []) -%}
    {%- set own = {} -%}
    {%- for name in event -%}
        {%- do own.update({name: name}) -%}
    {%- endfor -%}
    {%- do own.update(_kind="'event'", _row="struct(\n    " ~ debezium._select(names, 4) ~ "\n)") -%}
with {% if continued -%}
{{ debezium._continuing(relation, columns, connector, own, continued) }},

{% elif is_touched -%}
touched as (
    {{ debezium._touched(relation, base, after) | indent }}
),

touched_shares as (
    select distinct {{ debezium._share('_key') }} as key_share
    from touched
),

{% endif -%}
{% if again -%}
changed as (
    select
        _key,
        _position,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    {%- if continued %}
    where
        _load <= {{ continued.newest }}
        and _key in (
            {{ continued.refolded }}
        )
    {%- elif is_touched %}
    where
        {{ debezium._is_touched('_key') | indent(8) }}
    {%- endif %}
),

{% endif -%}
{% if base -%}
{{ debezium._deleting(base, texts, continued, is_touched) }},

{% endif -%}
events as (
    {%- for source in sources %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        _position,
        {{ debezium._select(event) }}
        {%- if continued -%}
        ,
        {{ '_standing' if source == 'standing' else 'null as _standing' }}
        {%- endif %}
    from {{ source }}
    {%- endfor %}
),

gathered as (
    select
        _key,
        _position,
        {{ debezium._select(event) }},
        count_if(_kind = 'event') over (partition by _key) as _sightings,
        max(_load) over (partition by _key) as _newest_load
        {%- if has_lone -%}
        ,
        coalesce(
            count(*) over (partition by _key) = 1 and _op in ('c', 'r') and _unavailable is null and not _pending,
            false
        ) as _is_lone
        {%- endif %}
        {%- if continued -%}
        ,
        max(_standing) over (partition by _key) as _standing
        {%- endif %}
    from events
),

{% if has_lone -%}
{{ debezium._lone(columns, looked_up, counts) }},

{% endif -%}
{{ debezium._placed(event + counts, base, has_lone) }},

{{ debezium._sighted(event + counts) }},

{% if texts -%}
{{ debezium._applied(columns, connector, looked_up, counts) }},

{% endif -%}
{{ debezium._folded(columns, 'applied' if texts else 'counted', looked_up, counts, has_lone) }}
{%- endmacro %}
