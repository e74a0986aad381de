{#-
    Deletes from current models the deleted rows whose delete is older than landing keeps its rows
    (meta.debezium.landing_retention), so that no older event can land. A dry run by default.
-#}
{%- macro purge_deleted_rows(model, dry_run=true, now=none) -%}
    {{ return(adapter.dispatch('purge_deleted_rows', 'debezium')(model, dry_run, now)) }}
{%- endmacro %}

{%- macro default__purge_deleted_rows(model, dry_run=true, now=none) -%}
    {%- set example = "    dbt run-operation debezium.purge_deleted_rows --args '{model: db2__customers, dry_run: false}'" -%}
    {%- set kind = 'a current model, one that calls debezium.current' -%}
    {%- if not model -%}
        {%- do debezium._error('purge_deleted_rows', "model is required, got: nothing", example) -%}
    {%- endif -%}
    {%- set models = [model] if model is string else model -%}
    {%- set nodes = [] -%}
    {%- for name in models -%}
        {%- do nodes.append(debezium._node('purge_deleted_rows', name, ['current'], kind, example)) -%}
        {%- do debezium._landing_retention('purge_deleted_rows', nodes[-1]) -%}
    {%- endfor -%}
    {%- for node in nodes -%}
        {%- do debezium._purge_model(node, loop.index ~ " of " ~ nodes | length, dry_run, now, example) -%}
    {%- endfor -%}
{%- endmacro %}

{%- macro _purge_model(node, progress, dry_run, now, example) -%}
    {%- set retention = debezium._landing_retention('purge_deleted_rows', node) -%}
    {%- set current = debezium._relation_of(node) -%}
    {%- if load_relation(current) is none -%}
        {%- do debezium._error('purge_deleted_rows', current ~ " is not built yet. Build it first", example) -%}
    {%- endif -%}
    {%- set now = 'current_timestamp()' if now is none else 'timestamp ' ~ debezium._string_literal(now) -%}
    {%- set newest = debezium._newest_load(current) -%}
    {%- set status = debezium._deletion_status(now, retention, newest) -%}
    {%- set found = {} -%}
    {%- for status, rows in run_query(
        "select " ~ status ~ " as status, count(*) as deleted_rows from " ~ current ~ " where _is_deleted group by all"
    ).rows -%}
        {%- do found.update({status: rows | int}) -%}
    {%- endfor -%}
    {%- if found.purgeable and not dry_run -%}
        {%- do run_query("delete from " ~ current ~ " where _is_deleted and " ~ status ~ " = 'purgeable'") -%}
    {%- endif -%}
    {%- do print(
        progress ~ " " ~ current ~ ": " ~ found.values() | sum ~ " deleted rows, "
            ~ found.get('purgeable', 0) ~ (" would be purged" if dry_run else " purged")
            ~ " (older than " ~ retention ~ "); kept: "
            ~ found.get('younger', 0) ~ " younger, "
            ~ found.get('unknown', 0) ~ " of unknown time, "
            ~ found.get('newest', 0) ~ " of the newest load"
    ) -%}
{%- endmacro %}

{#-
    What happens to a deleted row. The rows of the newest load stay, because the next run continues after
    it. Without them it would apply the purged events again.
-#}
{%- macro _deletion_status(now, retention, newest) -%}
    {{ return("case
    when coalesce(unix_millis(_deleted_at), 0) = 0 then 'unknown'
    when _deleted_at >= " ~ now ~ " - interval '" ~ retention ~ "' then 'younger'
    when _load = " ~ newest ~ " then 'newest'
    else 'purgeable'
end") }}
{%- endmacro %}

{#- How long landing keeps its rows, as the model's YAML declares it. -#}
{%- macro _landing_retention(macro, node) -%}
    {%- set declared = debezium._entries(node).get('landing_retention') -%}
    {%- set yaml -%}
models:
  - name: {{ node.name }}
    config:
      meta:
        debezium:
          landing_retention: 14 days
    {%- endset -%}
    {%- if not modules.re.match('[0-9]+ (hour|day|week|month|year)s?$', declared | string) -%}
        {%- do debezium._error(
            macro,
            "model " ~ node.name ~ " must declare landing_retention, the time for which landing keeps its rows, such as 14 days, got: "
                ~ (declared or 'nothing'),
            yaml
        ) -%}
    {%- endif -%}
    {{ return(declared) }}
{%- endmacro %}
