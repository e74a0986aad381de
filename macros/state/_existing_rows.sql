{#-
    The rows that stand of the keys with news: their places, their counts and, where news leave values as they are, their
    values. The place is that of `_merge_state`.
-#}
{%- macro _existing_rows(relation, columns, load) -%}
    {%- set plain = ['_op', '_is_deleted', '_source_at', '_pending', '_order_uncertain', '_events', '_pending_events',
        '_duplicate_events', '_tied_events', '_load'] -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) if load.leaves_values else [] -%}
select
    loaded._key,
    {%- for name in names + plain %}
    loaded.{{ name }},
    {%- endfor %}
    from_json(
        loaded._merge_state,
        '{{ debezium._merge_state_type() }}'
    ) as _merge_state
from {{ this }} as loaded
left semi join (
    select staged._key
    from {{ relation }} as staged
    where
        staged._load > {{ load.after }}
        and staged._load <= {{ load.newest }}
) as affected_keys
    on loaded._key = affected_keys._key
{%- endmacro %}

{#-
    They are read once: Spark puts what is kept here in the place of the same words in the question and in the model,
    until `_uncache_existing_rows`, the model's last hook. What another process has written since an earlier run is read anew.
    Not of Hudi: while Spark reads what it is to keep, Hudi's index waits for it, and neither goes on.
-#}
{%- macro _cache_existing_rows(relation, columns, load) -%}
    {%- if flags.WHICH in ['run', 'build'] and config.get('file_format') != 'hudi' -%}
        {%- do run_query("refresh table " ~ this) -%}
        {%- do run_query("drop view if exists " ~ debezium._existing_rows_name()) -%}
        {%- do run_query("cache table " ~ debezium._existing_rows_name() ~ " as\n" ~ debezium._existing_rows(relation, columns, load)) -%}
    {%- endif -%}
{%- endmacro %}

{%- macro _uncache_existing_rows() -%}
    {{ return("drop view if exists " ~ debezium._existing_rows_name() if is_incremental() else '') }}
{%- endmacro %}

{%- macro _existing_rows_name() -%}
    {{ return(debezium._quote(this.schema ~ '__' ~ this.identifier ~ '__existing_rows')) }}
{%- endmacro %}
