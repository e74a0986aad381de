{#-
    The keys with more than one event, or with one that is not complete, by eight million hash buckets,
    which can be broadcast for any number of keys. All other events are the only one of their key and are
    its row. Most events of a first load are, and the general way sorts the events of each key several
    times. A window groups the hashes of a key in half the time of an aggregate.
-#}
{%- macro _multi_event_buckets(relation, base, texts, load) -%}
key_hashes as (
    select
        xxhash64(_key) as key_hash,
        if(
            _op in ({{ "'c', 'r'" if texts else "'c', 'r', 'u'" }})
            and _unavailable is null
            and not _pending,
            1,
            2
        ) as weight
    from {{ relation }}
    where _load <= {{ load.newest }}
    {%- if load.tombstones %}

    union all

    select
        xxhash64(landed._key) as key_hash,
        2 as weight
    from {{ base }} as landed
    where
        landed._class = 'tombstone'
        and landed._load <= {{ load.newest }}
    {%- endif %}
),

bucket_weights as (
    select
        key_hash,
        sum(weight) over (partition by key_hash) as weight
    from key_hashes
),

multi_event_buckets as (
    select distinct {{ debezium._multi_event_bucket('key_hash') }} as key_bucket
    from bucket_weights
    where weight > 1
)
{%- endmacro %}

{%- macro _multi_event_bucket(key_hash) -%}
    {{ return("pmod(" ~ key_hash ~ ", 8000000)") }}
{%- endmacro %}

{#- The condition that the key of a row is one of those. -#}
{%- macro _has_many_events() -%}
    {{ return(debezium._multi_event_bucket('xxhash64(_key)') ~ " in (
    select /*+ broadcast(multi_event_buckets) */ multi_event_buckets.key_bucket
    from multi_event_buckets
)") }}
{%- endmacro %}

{#- The events of the other keys, each read as it is by a select list. -#}
{%- macro _single_event_keys(relation, load, columns) -%}
-- keys with one complete event
select
    {{ columns }}
from {{ relation }}
where
    _load <= {{ load.newest }}
    and not {{ debezium._has_many_events() | indent }}
{%- endmacro %}

{#- The columns of their rows. -#}
{%- macro _single_event_row(columns) -%}
    {{ return(debezium._row_columns(columns, {
        '_is_deleted': 'false', '_deleted_at': 'null', '_order_uncertain': 'false',
        '_events': '1L', '_pending_events': '0L', '_duplicate_events': '0L', '_tied_events': '0L',
    })) }}
{%- endmacro %}

{#- The columns of their versions: as of all versions, but for what one event gives. -#}
{%- macro _single_event_version(written, names, version_flags) -%}
    {%- set written = dict(written, **debezium._same_names(names + debezium._place_columns() | list + ['_load'])) -%}
    {%- do written.update(dict.fromkeys(version_flags, 'false')) -%}
    {%- do written.update(
        _version_id="concat(_key, '#', 1)", _version='1L', _valid_from='coalesce(_source_at, _topic_timestamp)', _valid_to='null',
        _is_current='true', _time_uncertain='_source_at is null', _last_event="'{}'"
    ) -%}
    {{ return(debezium._select_pairs(written, 4)) }}
{%- endmacro %}
