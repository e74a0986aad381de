{#-
    Deletes from base models rows of classes that no model of the package needs, once landing no longer
    has them (meta.debezium.landing_retention): before that they would be read again. A dry run by
    default.
-#}
{%- macro prune_base(models=none, classes=['filtered', 'heartbeat'], dry_run=true, now=none) -%}
    {{ return(adapter.dispatch('prune_base', 'debezium')(models, classes, dry_run, now)) }}
{%- endmacro %}

{%- macro default__prune_base(models=none, classes=['filtered', 'heartbeat'], dry_run=true, now=none) -%}
    {%- set example = "    dbt run-operation debezium.prune_base --args '{models: [base_db2__customers], dry_run: false}'" -%}
    {%- set prunable = ['filtered', 'heartbeat', 'transaction', 'schema_change', 'message', 'forgotten'] -%}
    {%- set classes = [classes] if classes is string else classes -%}
    {%- for each in classes if each not in prunable -%}
        {%- do debezium._error('prune_base', "rows of class " ~ each ~ " are needed. Classes that can be deleted: " ~ prunable | join(', '), example) -%}
    {%- endfor -%}
    {%- set nodes = debezium._bases('prune_base', models, example) -%}
    {%- set now = 'current_timestamp()' if now is none else 'timestamp ' ~ debezium._string_literal(now) -%}
    {%- for node in nodes -%}
        {%- do debezium._landing_retention('prune_base', node) -%}
    {%- endfor -%}
    {%- for node in nodes -%}
        {%- set retention = debezium._landing_retention('prune_base', node) -%}
        {%- set base = debezium._relation_of(node) -%}
        {%- set progress = loop.index ~ " of " ~ nodes | length ~ " " ~ base ~ ": " -%}
        {%- if load_relation(base) is none -%}
            {%- do print(progress ~ "not built yet") -%}
        {%- else -%}
            {%- set condition = "_class in (" ~ debezium._string_literals(classes) ~ ") and _topic_timestamp < " ~ now ~ " - interval '" ~ retention
                ~ "' and _load < " ~ debezium._newest_load(base) -%}
            {%- set rows = debezium._row_count("(" ~ debezium._prunable_ids(base, condition) ~ ")") -%}
            {%- do run_query(debezium._prune_statement(base, condition)) if rows and not dry_run -%}
            {%- do print(progress ~ rows ~ " rows" ~ (" would be" if dry_run) ~ " pruned (" ~ classes | join(', ') ~ ", older than " ~ retention ~ ")") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do print("then, for the ledger: dbt run --select <the ledger> --vars '{debezium__recount: true}'") if not dry_run -%}
{%- endmacro %}

{#-
    Events of other tables stay where their key has a tombstone: they show whose delete it belongs to. A model made by
    `envelopes` has no key but that of the message.
-#}
{%- macro _prunable_ids(base, condition) -%}
    {{ return("
select old._landing_id
from " ~ base ~ " as old
left anti join (
    select distinct
        _topic,
        coalesce(_key, _raw_key) as record_key
    from " ~ base ~ "
    where _class = 'tombstone'
) as tombstones
    on
        old._class = 'filtered'
        and old._topic <=> tombstones._topic
        and coalesce(old._key, old._raw_key) = tombstones.record_key
where " ~ condition) }}
{%- endmacro %}

{%- macro _prune_statement(base, condition) -%}
    {{ return("merge into " ~ base ~ " as pruned
using (" ~ debezium._prunable_ids(base, condition) | indent ~ "
) as old
    on pruned._landing_id = old._landing_id
when matched then delete") }}
{%- endmacro %}
