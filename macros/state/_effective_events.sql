{#-
    The events that count, each once and in its place, the updates of documents applied: `counted`, or `with_document_values` of
    documents.
-#}
{%- macro _effective_events(relation, columns, base, connector, load, update_lookup=false, continued=none, timed=false) -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) -%}
    {%- set texts = connector.texts or [] -%}
    {%- set is_touched = load.after is not none and not continued -%}
    {%- set again = not continued or continued.recomputed -%}
    {%- set has_truncates, has_tombstones = again and load.truncates, again and load.tombstones -%}
    {%- set times = ['_source_at'] + (['_topic_timestamp'] if timed else []) -%}
    {%- set event = ['_landing_id', '_kind', '_op', '_event_id'] + times + ['_row', '_unavailable', '_pending', '_load']
        + (['_is_foreign_tombstone'] if has_tombstones else []) + texts -%}
    {%- set sources = (['changed'] if again else []) + (['truncates'] if has_truncates else [])
        + (['tombstones'] if has_tombstones else []) + (['new_events', 'existing_rows'] if continued else []) -%}
    {%- set totals = debezium._key_totals(continued, timed) -%}
    {%- set kept = event | reject('equalto', '_load') | list + totals | list -%}
    {%- set own = debezium._as_is(event) -%}
    {%- do own.update(_is_foreign_tombstone='false') if has_tombstones -%}
    {%- do own.update(_kind="'event'", _row="struct(\n    " ~ debezium._select(names, 4) ~ "\n)") -%}
with {% if continued -%}
{{ debezium._continuing(relation, columns, connector, own, load, continued) }},

{% elif is_touched -%}
affected_keys as (
    {{ debezium._affected_keys(relation, base, load) | indent }}
),

affected_key_hashes as (
    select distinct {{ debezium._hash_bucket('_key') }} as key_bucket
    from affected_keys
),

{% elif load.has_lone -%}
{{ debezium._multi_event_buckets(relation, base, texts, load) }},

{% endif -%}
{% if again -%}
changed as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    {%- if continued %}
    where
        _load <= {{ load.newest }}
        and _key in (
            {{ continued.recomputed }}
        )
    {%- elif is_touched %}
    where
        _load <= {{ load.newest }}
        and {{ debezium._is_affected('_key') | indent(8) }}
    {%- elif load.has_lone %}
    where
        _load <= {{ load.newest }}
        and {{ debezium._has_many_events('_key') | indent(8) }}
    {%- elif load.newest is not none %}
    where _load <= {{ load.newest }}
    {%- endif %}
),

{% endif -%}
{% if has_truncates -%}
{{ debezium._truncates(base, texts, load, times) }},

{% endif -%}
{% if has_tombstones -%}
{{ debezium._tombstones(base, texts, load, times, continued, is_touched) }},

{% endif -%}
events as (
    {%- for source in sources %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        _place,
        {{ debezium._select(event) }}
        {%- if continued -%}
        ,
        {{ '_counted' if source == 'existing_rows' else 'null as _counted' }}
        {%- endif %}
    from {{ source }}
    {%- endfor %}
),

with_key_totals as (
    select
        _key,
        _place,
        {{ debezium._select(event) }},
        {{ debezium._select_pairs(totals) }}
    from events
    -- in the order of the next step, so that one sort does for both
    window of_key as (
        partition by _key
        order by {{ '' if has_tombstones else '_place.epoch, ' }}_place.arrival.topic_partition, _place.arrival.`offset`
        rows between unbounded preceding and unbounded following
    )
),

{{ debezium._event_positions(kept, has_tombstones) }},

{{ debezium._deduplicated_events(kept, has_tombstones) }}
{%- if texts %},

{{ debezium._applied_updates(columns, connector, update_lookup, debezium._kept_besides(has_tombstones, continued, timed)) }}
{%- endif %}
{%- endmacro %}
