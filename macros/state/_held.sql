{#-
    The rows that stand of the keys with news: their places, their counts and, where news leave values as they are, their
    values. The place is that of `_standing`.
-#}
{%- macro _held(relation, columns, load) -%}
    {%- set plain = ['_op', '_is_deleted', '_source_at', '_pending', '_order_uncertain', '_events', '_waiting',
        '_repeats', '_ties', '_load'] -%}
    {%- set names = debezium._quoted(columns | map(attribute='name')) if load.leaves_values else [] -%}
select
    held._key,
    {%- for name in names + plain %}
    held.{{ name }},
    {%- endfor %}
    from_json(
        held._standing,
        '{{ debezium._standing_type() }}'
    ) as _standing
from {{ this }} as held
left semi join (
    select staged._key
    from {{ relation }} as staged
    where
        staged._load > {{ load.after }}
        and staged._load <= {{ load.newest }}
) as touched
    on held._key = touched._key
{%- endmacro %}

{#-
    They are read once: Spark puts what is kept here in the place of the same words in the question and in the model,
    until `_release_held`, the model's last hook. What another process has written since an earlier run is read anew.
    Not of Hudi: while Spark reads what it is to keep, Hudi's index waits for it, and neither goes on.
-#}
{%- macro _keep_held(relation, columns, load) -%}
    {%- if flags.WHICH in ['run', 'build'] and config.get('file_format') != 'hudi' -%}
        {%- do run_query("refresh table " ~ this) -%}
        {%- do run_query("drop view if exists " ~ debezium._held_name()) -%}
        {%- do run_query("cache table " ~ debezium._held_name() ~ " as\n" ~ debezium._held(relation, columns, load)) -%}
    {%- endif -%}
{%- endmacro %}

{%- macro _release_held() -%}
    {{ return("drop view if exists " ~ debezium._held_name() if is_incremental() else '') }}
{%- endmacro %}

{%- macro _held_name() -%}
    {{ return(debezium._quote(this.schema ~ '__' ~ this.identifier ~ '__held')) }}
{%- endmacro %}
