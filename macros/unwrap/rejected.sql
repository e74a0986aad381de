{#-
    What could not be used, why, and its text: rejected rows, and rows with a value that does not fit its column.
-#}
{%- macro rejected(base) -%}
    {{ return(adapter.dispatch('rejected', 'debezium')(base)) }}
{%- endmacro %}

{%- macro default__rejected(base) -%}
select
    _landing_id,
    _topic,
    _topic_partition,
    _topic_offset,
    _landed_at,
    _class,
    coalesce(_reason, 'bad_value') as _reason,
    _key,
    _op,
    _invalid,
    _raw_key,
    _raw,
    _load
from {{ base }}
where
    _class = 'rejected'
    or _invalid is not null
{%- endmacro %}
