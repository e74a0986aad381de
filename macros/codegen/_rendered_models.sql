{#- The SQL of an entity's models, {file: text}; `parts` selects them. -#}
{%- macro _rendered_models(entity, parts) -%}
    {%- set name = entity.name -%}
    {%- set keyed = entity.key | length > 0 -%}
    {%- set is_outbox = entity.class != 'data' -%}
    {%- set base, stg = "ref('base_" ~ name ~ "')", "ref('stg_" ~ name ~ "')" -%}
    {%- set texts = [] if debezium._is_row(entity) else debezium._connectors()[entity.connector].texts or [] -%}
    {%- set by_document = ["connector='" ~ entity.connector ~ "'"] if texts else [] -%}
    {%- set inputs = [stg, "base=" ~ base] + by_document -%}
    {%- set columns = debezium._select_names(entity.columns | map(attribute='name')) -%}
    {%- set calls = {
        'base': debezium._merging_config('_landing_id') ~ debezium._call('unwrap', [
            entity.reads,
            "layout='" ~ entity.layout ~ "'",
            "connector='" ~ entity.connector ~ "'",
        ] + (["key=" ~ debezium._python(entity.key)] if not is_outbox else [])
          + (["entity=" ~ debezium._python(entity.entity)] if entity.entity else [])
          + (["previous=true"] if not is_outbox and not keyed else [])
          + (["headers='headers'"] if entity.has_headers else [])
          + (["exact_numbers=true"] if entity.exact_numbers else [])
          + (["unavailable_value_placeholder=" ~ debezium._python(entity.unavailable_value_placeholder)]
             if entity.unavailable_value_placeholder else [])
          + (["compression='" ~ entity.compression ~ "'"] if entity.compression else []), spread=true),
        'stg': debezium._outbox_events(entity, columns, base) if is_outbox else debezium._selected([
            '_landing_id', '_landing_table', '_topic', '_topic_partition', '_topic_offset', '_key', '_op', '_position', '_server',
            '_collection', '_event_id', '_source_at', '_topic_timestamp', '_processed_at',
        ] + texts + columns + ([] if keyed else ['_previous']) + ['_unavailable', '_pending', '_invalid', '_extra', '_load'],
            base, "_class = 'data'"),
        'rejected': debezium._call('rejected', [base] + by_document),
        'current': debezium._merging_config('_key', debezium._buckets(entity, '_key')) ~ debezium._call('current', inputs) if keyed
            else debezium._merging_config('_image') ~ debezium._call('current_without_key', [stg, "base=" ~ base]),
        'active': debezium._selected(
            (['_key'] if keyed else ['_rows']) + columns + (['_source_at'] if keyed else []), "ref('" ~ name ~ "')", "not _is_deleted"
        ),
        'history': debezium._merging_config('_version_id', debezium._buckets(entity, '_version_id')) ~ debezium._call('history', inputs),
        'ledger': debezium._incremental('append') ~ debezium._call('ledger', ["[[" ~ entity.reads ~ ", " ~ base ~ "]]"]),
    } -%}
    {%- set files, parts = {}, debezium._parts_of(entity, parts) -%}
    {%- for part, file in debezium._model_names(name).items() if part in parts -%}
        {%- do files.update({file ~ '.sql': calls[part] ~ '\n'}) -%}
    {%- endfor -%}
    {{ return(files) }}
{%- endmacro %}

{#- The parts that an entity has: without a key no history, of an outbox no current, active or history model. -#}
{%- macro _parts_of(entity, parts) -%}
    {%- set without = ['current', 'active', 'history'] if entity.class != 'data' else [] if entity.key else ['history'] -%}
    {{ return(parts | reject('in', without) | list) }}
{%- endmacro %}

{#- What the models of an entity are called, {part: name}. -#}
{%- macro _model_names(name) -%}
    {{ return({
        'base': 'base_' ~ name, 'stg': 'stg_' ~ name, 'rejected': name ~ '__rejected', 'current': name,
        'active': name ~ '_active', 'history': name ~ '_history', 'ledger': name ~ '__ledger',
    }) }}
{%- endmacro %}

{%- macro _incremental(strategy, unique_key=none, post_hook=none, predicates=none, partition_by=none) -%}
    {%- set lines = ["materialized='incremental'", "incremental_strategy='" ~ strategy ~ "'"] -%}
    {%- do lines.append("unique_key='" ~ unique_key ~ "'") if unique_key -%}
    {%- do lines.append("incremental_predicates=" ~ predicates) if predicates -%}
    {%- do lines.append("partition_by='" ~ partition_by ~ "'") if partition_by -%}
    {%- do lines.append("full_refresh=debezium.full_refresh()") -%}
    {%- do lines.append("post_hook='" ~ post_hook ~ "'") if post_hook -%}
    {{ return("{" ~ "{ config(\n    " ~ lines | join(",\n    ") ~ ",\n) }" ~ "}\n\n") }}
{%- endmacro %}

{#- The config of a model that merges by this id. -#}
{%- macro _merging_config(id, partition_by=none) -%}
    {%- set post_hook = "delete from {" ~ "{ this }" ~ "} where _is_obsolete" if id == '_version_id' else none -%}
    {%- set predicates = 'debezium.base_merge_predicates()' if id == '_landing_id' else none -%}
    {{ return(debezium._incremental('merge', id, post_hook, predicates, partition_by)) }}
{%- endmacro %}

{#- A call in one line where it is short. -#}
{%- macro _call(macro, arguments, spread=false) -%}
    {%- set line = "{" ~ "{ debezium." ~ macro ~ "(" ~ arguments | join(", ") ~ ") }" ~ "}" -%}
    {{ return(line if line | length <= 100 and not spread
        else "{" ~ "{ debezium." ~ macro ~ "(\n    " ~ arguments | join(",\n    ") ~ ",\n) }" ~ "}") }}
{%- endmacro %}

{%- macro _selected(names, relation, condition) -%}
    {{ return("select\n    " ~ names | join(",\n    ") ~ "\nfrom {" ~ "{ " ~ relation ~ " }" ~ "}\nwhere " ~ condition) }}
{%- endmacro %}

{#-
    Names in a select list: quoted if they are not plain, and as Jinja texts if Jinja would interpret
    them.
-#}
{%- macro _select_names(names) -%}
    {%- set keywords = debezium._query_rows("select lower(keyword) as keyword from sql_keywords()") | map(attribute='keyword') | list -%}
    {%- set shown = [] -%}
    {%- for name in names -%}
        {%- set is_plain = modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) and name | lower not in keywords -%}
        {%- set shown_as = name if is_plain else debezium._quote(name) -%}
        {%- do shown.append("{" ~ "{ " ~ debezium._string_literal(shown_as) ~ " }" ~ "}" if debezium._is_jinja(shown_as) else shown_as) -%}
    {%- endfor -%}
    {{ return(shown) }}
{%- endmacro %}

{#- Whether dbt would render a text. -#}
{%- macro _is_jinja(text) -%}
    {{ return(modules.re.search('[{][{%#]|[#}%][}]', text) is not none) }}
{%- endmacro %}

{#- A text, list or mapping as Jinja reads it. -#}
{%- macro _python(value) -%}
    {%- if value is mapping -%}
        {%- set pairs = [] -%}
        {%- for name, each in value.items() -%}
            {%- do pairs.append(debezium._string_literal(name) ~ ": " ~ debezium._python(each)) -%}
        {%- endfor -%}
        {{ return("{" ~ pairs | join(", ") ~ "}") }}
    {%- elif value is string -%}
        {{ return(debezium._string_literal(value)) }}
    {%- endif -%}
    {{ return("[" ~ debezium._string_literals(value) ~ "]") }}
{%- endmacro %}
