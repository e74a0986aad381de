{#-
    The keys with new events; a truncate affects every key of its table. The number of the load is a
    literal, because Spark skips no file by the result of a query.
-#}
{%- macro _affected_keys(relation, base, load) -%}
select staged._key
from {{ relation }} as staged
where
    staged._load > {{ load.after }}
    and staged._load <= {{ load.newest }}
{%- if load.truncates %}

union distinct

select /*+ broadcast(landed) */ staged._key
from {{ relation }} as staged
left semi join {{ base }} as landed
    on
        staged._collection <=> landed._collection
        and landed._class = 'truncate'
        and landed._load > {{ load.after }}
        and landed._load <= {{ load.newest }}
where staged._load <= {{ load.newest }}
{%- endif %}
{%- if load.tombstones %}

union distinct

select landed._key
from {{ base }} as landed
where
    landed._class = 'tombstone'
    and landed._load > {{ load.after }}
    and landed._load <= {{ load.newest }}
{%- if load.other_tables %}

union distinct

{{ debezium._new_events_of_other_tables(base, load) }}
{%- endif %}
{%- endif %}
{%- endmacro %}

{#-
    Whether a key is one of a step's, which is broadcast: the keys of a small load, otherwise their hash
    buckets, which are small for any number of keys, and then the keys. So the table is not shuffled.
-#}
{%- macro _has_key_in(key, keys, load) -%}
    {%- if load.events is not none and load.events <= 100000 -%}
        {{ return(key ~ " in (
    select /*+ broadcast(" ~ keys ~ ") */ " ~ keys ~ "._key
    from " ~ keys ~ "
)") }}
    {%- endif -%}
    {{ return(debezium._hash_bucket(key) ~ " in (
    select /*+ broadcast(key_buckets) */ key_buckets.key_bucket
    from (
        select distinct " ~ debezium._hash_bucket('_key') ~ " as key_bucket
        from " ~ keys ~ "
    ) as key_buckets
)
and " ~ key ~ " in (select " ~ keys ~ "._key from " ~ keys ~ ")") }}
{%- endmacro %}

{#- The rows of a table whose keys are affected. A load with few new events can affect many keys, by a truncate. -#}
{%- macro _is_affected(key, load) -%}
    {{ return(debezium._has_key_in(key, 'affected_keys', load if load.has_ordinary else {'events': none})) }}
{%- endmacro %}
