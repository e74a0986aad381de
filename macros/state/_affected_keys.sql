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

{{ debezium._events_of_other_tables(base) }}
    and other._load > {{ load.after }}
    and other._load <= {{ load.newest }}
{%- endif %}
{%- endif %}
{%- endmacro %}

{#-
    The rows of a table whose keys have new events. First those in the hash buckets of the keys: buckets
    can be broadcast, whatever the number of keys, so the table is not shuffled.
-#}
{%- macro _is_affected(key) -%}
    {{ return(debezium._hash_bucket(key) ~ " in (
    select /*+ broadcast(affected_key_hashes) */ affected_key_hashes.key_bucket
    from affected_key_hashes
)
and " ~ key ~ " in (select affected_keys._key from affected_keys)") }}
{%- endmacro %}
