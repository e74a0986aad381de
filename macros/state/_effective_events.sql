{#-
    The events that count, each once and in its place, the updates of documents applied: `distinct_events`, or
    `with_document_values` of documents.
-#}
{%- macro _effective_events(relation, columns, base, connector, load, update_lookup=false, timed=false) -%}
    {%- set texts = connector.texts or [] -%}
    {%- set times = ['_source_at'] + (['_topic_timestamp'] if timed else []) -%}
    {%- set event = ['_landing_id', '_kind', '_op', '_event_id'] + times + ['_row', '_unavailable', '_pending', '_load']
        + (['_may_be_of_other_table'] if load.tombstones else []) + texts -%}
    {%- set sources = ['relevant_events']
        + (['truncates'] if load.truncates else [])
        + (['tombstones'] if load.tombstones else []) -%}
    {%- set totals = debezium._key_totals(timed) -%}
    {%- set kept = event | reject('equalto', '_load') | list + totals | list -%}
    {%- set own = dict(debezium._same_names(event), _kind="'event'", _row=debezium._row_struct(columns)) -%}
    {%- do own.update(_may_be_of_other_table='false') if load.tombstones -%}
with {% if load.has_ordinary -%}
{{ debezium._ordinary_versions(relation, columns, base, connector, load, update_lookup) if timed
    else debezium._ordinary_keys(relation, columns, base, connector, load) }},

{% elif load.after is not none -%}
affected_keys as (
    {{ debezium._affected_keys(relation, base, load) | indent }}
),

{% elif load.has_lone -%}
{{ debezium._multi_event_buckets(relation, base, texts, load) }},

{% endif -%}
relevant_events as (
    select
        _key,
        {{ debezium._place() | indent(8) }} as _place,
        {{ debezium._select_pairs(own) }}
    from {{ relation }}
    {%- if load.newest is not none %}
    {{ debezium._where([
        "_load <= " ~ load.newest,
        debezium._is_affected('_key', load) if load.after is not none,
        debezium._has_many_events() if load.has_lone,
    ]) }}
    {%- endif %}
),

{% if load.truncates -%}
{{ debezium._truncates(base, texts, load, times) }},

{% endif -%}
{% if load.tombstones -%}
{{ debezium._tombstones(base, texts, load, times) }},

{% endif -%}
events as (
    {%- for source in sources %}
    {{- '\n\n    union all\n' if not loop.first }}
    select
        _key,
        _place,
        {{ debezium._select(event) }}
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
        order by {{ '' if load.tombstones else '_place.epoch, ' }}_place.arrival.topic_partition, _place.arrival.`offset`, _landing_id
        rows between unbounded preceding and unbounded following
    )
),

{{ debezium._event_positions(kept, load.tombstones) }},

{{ debezium._deduplicated_events(kept, load.tombstones) }}
{%- if texts %},

{{ debezium._applied_updates(columns, connector, update_lookup, debezium._extra_event_columns(load, timed)) }}
{%- endif %}
{%- endmacro %}
