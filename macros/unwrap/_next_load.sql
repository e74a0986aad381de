{#-
    The number of this load. A rebuilt table goes on from the one it replaces, so that its consumers, which have seen
    that one, read it as news; dbt drops the old one first, hence the look at it now. Where a run was killed between the
    two, the numbers go on from what the consumers have seen.
-#}
{%- macro _next_load() -%}
    {%- if is_incremental() -%}
        {{ return("(select coalesce(max(held._load), 0) + 1 from " ~ this ~ " as held)") }}
    {%- elif not execute or not this -%}
        {{ return('1L') }}
    {%- endif -%}
    {%- set seen = [load_relation(this)] if load_relation(this) else debezium._tables_behind(model.unique_id, '_load', ['incremental']) -%}
    {%- set loads = [0] -%}
    {%- for relation in seen -%}
        {%- do loads.append(debezium._newest_load(relation)) -%}
    {%- endfor -%}
    {{ return((loads | max + 1) ~ 'L') }}
{%- endmacro %}
