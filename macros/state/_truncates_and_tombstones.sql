{#- A truncate deletes every key of its table. -#}
{%- macro _truncates(base, texts, load, times) -%}
truncate_events as (
    select
        {{ debezium._place() | indent(8) }} as _place,
        _landing_id,
        _event_id,
        {{ debezium._select(times) }},
        _load
    from {{ base }}
    {{ debezium._where(["_class = 'truncate'", "_load <= " ~ load.newest if load.newest is not none]) }}
),

truncated_collections as (
    select distinct
        _place.epoch as epoch,
        struct(_place.origin.server as server, _place.origin.collection as collection) as origin
    from truncate_events
),

truncated_keys as (
    select /*+ broadcast(truncated_collections) */ distinct
        relevant_events._key,
        truncated_collections.epoch,
        truncated_collections.origin
    from relevant_events
    inner join truncated_collections
        on
            {{ debezium._empties('truncated_collections', 'relevant_events._place') | indent(12) }}
),

truncates as (
    select
        truncated_keys._key,
        landed._place,
        landed._landing_id,
        'truncate' as _kind,
        't' as _op,
        landed._event_id,
        {{ debezium._select(debezium._columns_of('landed', times)) }},
        {{ debezium._without_row(texts) }}
    from truncate_events as landed
    inner join truncated_keys
        on
            landed._place.epoch <=> truncated_keys.epoch
            and landed._place.origin.server <=> truncated_keys.origin.server
            and landed._place.origin.collection <=> truncated_keys.origin.collection
)
{%- endmacro %}

{#-
    Whether a truncate empties the table of a row. Two servers, such as shards, may have tables of the same name. A later epoch has
    the tables of the server before it. A dump may name no server.
-#}
{%- macro _empties(truncate, row) -%}
    {{ return("(
    coalesce(" ~ row ~ ".origin.server = " ~ truncate ~ ".origin.server, true)
    or " ~ row ~ ".epoch < " ~ truncate ~ ".epoch
)
and " ~ row ~ ".origin.collection <=> " ~ truncate ~ ".origin.collection") }}
{%- endmacro %}

{#-
    A tombstone deletes its own key. It belongs to the delete before it with the same message key, which
    may be of another table: then it deletes nothing. If the key has events of other tables and no delete
    before it, the owner is unknown: the tombstone may be of another table, for `_order_uncertain`.
-#}
{%- macro _tombstones(base, texts, load, times) -%}
{%- if load.other_tables %}
{{ debezium._tombstone_owners(base) }},

{% endif -%}
tombstones as (
    select
        landed._key,
        {{ debezium._place('landed.') | indent(8) }} as _place,
        landed._landing_id,
        'tombstone' as _kind,
        'd' as _op,
        landed._event_id,
        {{ debezium._select(debezium._columns_of('landed', times)) }},
        {{ debezium._without_row(texts, 'tombstone_owners.may_be_of_other_table' if load.other_tables else 'false') }}
    from {{ base }} as landed
    {%- if load.other_tables %}
    inner join tombstone_owners
        on landed._landing_id = tombstone_owners._landing_id
    {%- endif %}
    {{ debezium._where([
        "landed._class = 'tombstone'",
        "not tombstone_owners.is_of_other_table" if load.other_tables,
        "landed._load <= " ~ load.newest if load.newest is not none,
        debezium._is_affected('landed._key', load) if load.after is not none,
    ]) }}
)
{%- endmacro %}

{#- The columns of an event that has no row of its own: a truncate, a tombstone. -#}
{%- macro _without_row(texts, may_be_of_other_table='false') -%}
    {%- set nothing = {
        '_row': 'null',
        '_unavailable': 'cast(null as array<string>)',
        '_pending': 'false',
        '_may_be_of_other_table': may_be_of_other_table,
        '_load': 'landed._load',
    } -%}
    {{ return(debezium._select_pairs(dict(nothing, **dict.fromkeys(texts, 'cast(null as string)')))) }}
{%- endmacro %}
