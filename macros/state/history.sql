{#-
    Every version of every row, from the events themselves: exact under late and repeated events. A delete closes
    an interval, a re-insert opens one; an event that leaves the row as it was opens none. Times never run
    backwards within a key: a version starts at the latest source time seen up to it.
-#}
{%- macro history(relation, columns=none, base=none, tracked=none, connector=none, update_lookup=true) -%}
    {{ return(adapter.dispatch('history', 'debezium')(relation, columns, base, tracked, connector, update_lookup)) }}
{%- endmacro %}

{%- macro default__history(relation, columns=none, base=none, tracked=none, connector=none, update_lookup=true) -%}
    {%- set example = "    {{ debezium.history(ref('stg_db2__customers'), base=ref('base_db2__customers')) }}" -%}
    {%- do debezium._check_incremental('history', '_version_id') -%}
    {%- do debezium._check_version('history', ['_last_event', '_is_obsolete']) -%}
    {%- do debezium._check_no_view('history') -%}
    {%- set columns = debezium._columns('history', columns, example) -%}
    {%- set all = columns | map(attribute='name') | list -%}
    {%- for name in tracked or [] if execute and name not in all -%}
        {%- do debezium._error(
            'history', "tracked names a column that is not declared: " ~ name ~ ". Declare it, or remove it from `tracked`", example
        ) -%}
    {%- endfor -%}
    {%- set names = debezium._quoted(all) -%}
    {%- set compared = [] -%}
    {%- for column in columns if column.name in (tracked or all) -%}
        {%- set value = '_latest_values.' ~ debezium._quote(column.name) ~ '.value' -%}
        {%- do compared.append(debezium._comparable(value, column.data_type) | indent(16)) -%}
    {%- endfor -%}
    {%- set connector = debezium._of_documents('history', connector, example, base) -%}
    {%- set update_lookup = update_lookup and connector.texts is defined -%}
    {%- set load = debezium._load_plan('history', relation, columns, base, ['_topic_timestamp'] + (connector.texts or [])) -%}
    {%- if load is none -%}
        {{ return(debezium._empty_select()) }}
    {%- endif -%}
    {%- set version_flags = debezium._version_flags(update_lookup) -%}
    {%- do load.update(has_ordinary=debezium._has_ordinary_keys(relation, columns, base, load, version_flags)
        and debezium._have_types_of(this, relation, all)) -%}
    {%- set event = ['_key', '_op', '_place', '_latest_values', '_newest_load'] + version_flags
        + (['_versions_before'] if load.has_ordinary else []) -%}
{{ debezium._ordered_events(relation, columns, base, connector, load, update_lookup, timed=true) }},

{% if load.has_ordinary -%}
{{ debezium._with_ordinary_versions(columns, connector, version_flags, load) }},

{% endif -%}
-- each event with the content that it leaves, none where it deletes
with_contents as (
    select
        {{ debezium._select(event) }},
        {%- if connector.texts %}
        {{ debezium._is_pending() | indent(8) }} as _is_pending,
        {%- endif %}
        if(
            _op in ('d', 't'),
            null,
            struct(
                {{ debezium._select(compared, 16) }}
            )
        ) as _content,
        -- without a source time the record's own
        max(struct(
            coalesce(_source_at, _topic_timestamp) as changed_at,
            _source_at is null as is_uncertain
        )) over (
            partition by _key
            order by _place, _landing_id
            rows between unbounded preceding and current row
        ) as _change_time,
        row_number() over (partition by _key order by _place, _landing_id) as _event_number
    from {{ 'with_ordinary_versions' if load.has_ordinary else 'decisive_events' }}
),

{{ debezium._versions(event, connector.texts) }}
{%- set written = {'_version_id': "concat(_key, '#', _version)", '_key': '_key', '_version': '_version'} -%}
{%- do written.update(dict(zip(names, debezium._each("_latest_values.{}.value", names)))) -%}
{%- do written.update(debezium._same_names(['_valid_from', '_valid_to', '_is_current', '_op'])) -%}
{%- do written.update(debezium._place_columns()) -%}
{%- do written.update(debezium._same_names(version_flags + ['_time_uncertain'])) -%}
{%- do written.update(
    _last_event="case
    when not _is_last_version then null
    when _is_last then '{}'
    when " ~ ("_last._pending or " if connector.texts) ~ "_is_deleted_again then '{\"_pending\":true}'
    else to_json(_last)
end",
    _is_obsolete='false',
    _load='_newest_load'
) -%}
{%- if is_incremental() -%}
,

{{ debezium._obsolete_versions(written, load) }}
{%- else %}

select
    {{ debezium._select_pairs(written, 4) }}
from versions
where _content is not null
    {%- if load.has_lone %}

union all

{{ debezium._single_event_keys(relation, load, debezium._single_event_version(written, names, version_flags)) }}
    {%- endif %}
{%- endif -%}
{%- endmacro %}
