{#-
    The events in a landing table of JSON text as a subquery: its own columns, key and value as JSON text, a value for each event,
    and whether it was a CloudEvent.
-#}
{%- macro _landed_events(relation) -%}
    {%- set names = debezium._names_in(relation) -%}
    {%- set layout = debezium._layouts()['cloudevents' if 'topic' in names else 'json'] -%}
    {%- set source = dict(debezium._relational().source, collection='string') -%}
    {%- set pairs = debezium._same_names(debezium._quoted(names | reject('equalto', 'value') | list)) -%}
    {%- do pairs.update({debezium._quote('key'): debezium._value_text('_landing.key')}) if debezium._quote('key') in pairs -%}
    {%- set extra_columns = layout.extra_columns(relation) if layout.extra_columns else {} -%}
    {%- do pairs.update(
        _landing_id="''",
        is_cloudevent="contains(cast(_landing.value as string), '\"iodebezium')" ~ (" or map_contains_key(_event_headers, 'ce_specversion')" if extra_columns),
        _raw=layout.landed._raw
    ) -%}
    {{ return("(
    with landed_values as (
        select
            " ~ debezium._select_pairs(dict(extra_columns, **pairs), 12) ~ "
        from " ~ relation ~ " as _landing
    ),

    " ~ layout.unpack(pairs, {'source': source}) | indent ~ "

    select
        " ~ debezium._select(pairs | reject('in', ['_landing_id', '_raw'])) ~ ",
        _raw as value
    from landed_rows
)") }}
{%- endmacro %}
