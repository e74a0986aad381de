{#-
    The number of this load. A rebuilt table goes on from the one it replaces, so that its consumers,
    which have seen that one, read it as news; dbt drops the old one first, hence the look at it now.
-#}
{%- macro _next_load() -%}
    {%- if is_incremental() -%}
        {{ return("(select coalesce(max(held._load), 0) + 1 from " ~ this ~ " as held)") }}
    {%- elif execute and this and load_relation(this) is not none -%}
        {%- set loads = run_query("select coalesce(max(_load), 0) + 1 from " ~ this) -%}
        {{ return(loads.columns[0].values()[0] ~ 'L') }}
    {%- endif -%}
    {{ return('1L') }}
{%- endmacro %}
