{#-
    The existing rows of the keys with new events: position, counts and, if new events need them, values.
    The position is that of `_merge_state`.
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
    The rows are read once: Spark uses the cached rows where the same text occurs, in the query before the
    model and in the model. `_uncache_existing_rows`, the last hook of the model, releases them. They are
    read again if another process has written. Not for Hudi: its index waits for Spark while Spark reads
    the rows, and neither continues.
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
