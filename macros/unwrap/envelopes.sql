{#-
    One base model for a landing table of many topics: each message parsed once. A row of a known entity has no
    class here: the entity's own base model, which reads this one, decides it. All others have theirs.
-#}
{%- macro envelopes(relation, layout, connector, entities, exact_numbers=false, compression=none) -%}
    {{ return(adapter.dispatch('envelopes', 'debezium')(relation, layout, connector, entities, exact_numbers, compression)) }}
{%- endmacro %}

{%- macro default__envelopes(relation, layout, connector, entities, exact_numbers=false, compression=none) -%}
    {%- set example = "    {{ debezium.envelopes(source('landing', 'shop'), 'kafka', 'mysql', entities=[{'topic': 'shop.db.customers'}]) }}" -%}
    {%- set layouts = {} -%}
    {%- for name, entry in debezium._layouts().items() if entry.parse == 'message' and entry.may_repeat -%}
        {%- do layouts.update({name: entry}) -%}
    {%- endfor -%}
    {%- set connector_name, layout_name = connector, layout -%}
    {%- do debezium._check_exact_numbers('envelopes', exact_numbers, example) -%}
    {%- set connector = debezium._choose('envelopes', 'connector', connector, debezium._connectors(), example) -%}
    {%- set layout = debezium._choose('envelopes', 'layout', layout, layouts, example) -%}
    {%- do debezium._check_layout_of_connector('envelopes', connector_name, connector, layout_name, example) -%}
    {%- do debezium._check_landing('envelopes', relation, layout_name, connector, example) -%}
    {%- if entities is string or entities is mapping or not entities -%}
        {%- do debezium._error(
            'envelopes', "entities must be a list of dictionaries, got: " ~ (entities or 'nothing'), example
        ) -%}
    {%- endif -%}
    {%- set layout = debezium._with_blocks(layout, connector) -%}
    {%- set layout = debezium._with_compression('envelopes', layout, layout_name, compression, example) -%}
    {%- set known = [] -%}
    {%- for entity in entities -%}
        {%- do debezium._check_entity('envelopes', entity, layout, connector, example) -%}
        {%- for other in entities if other is mapping and other != entity and entity.items() <= other.items() -%}
            {%- do debezium._error('envelopes', "two entities share rows: " ~ entity ~ " and " ~ other ~ ". Name the topic or the table of each", example) -%}
        {%- endfor -%}
        {%- if not entity -%}
            {%- do debezium._error('envelopes', "an entity must name its topic or its source table, got: nothing", example) -%}
        {%- endif -%}
        {%- do known.append('when ' ~ debezium._belongs(entity) ~ ' then null') -%}
    {%- endfor -%}
    {%- set cases = known + debezium._classify_messages(layout) + debezium._classify_nulls() + ["when _op = 'm' then 'message'"] -%}
    {%- set kept = debezium._enveloped(layout, connector) -%}
    {%- set layout, connector = debezium._as_documents(layout, connector) -%}
    {%- set layout = debezium._with_schema_id(layout) -%}
    {%- set landing = debezium._unread_landing(relation, layout) -%}
    {%- set pairs = debezium._same_names(layout.landed) -%}
    {%- do pairs.update({
        '_class': debezium._class(),
        '_reason': debezium._reason(),
        '_key': 'cast(null as string)',
        '_key_mismatch': 'false',
        '_invalid': 'cast(null as map<string, string>)',
    }) -%}
    {%- do pairs.update(debezium._same_names(['_record_key', '_key_text', '_parse_error', '_schema_types'] + kept)) -%}
    {%- do pairs.update({'_load': debezium._next_load(landing.loaded)}) -%}
    {%- if landing.is_up_to_date and debezium._has_columns(this, pairs) -%}
        {{ return(debezium._empty_select(pairs)) }}
    {%- endif -%}
    {%- do debezium._check_table('envelopes', pairs) -%}
    {%- set options = {'exact_numbers': exact_numbers, 'with_schemas': true, 'reads_schemas': debezium._any_schema(layout, landing)} -%}
with {{ debezium._envelope_steps(landing, layout, connector, none, options) | join(',\n\n') }},

classified_rows as (
    select
        {{ debezium._select(layout.landed.keys()) }},
        _record_key,
        _key_text,
        _parse_error,
        {{ debezium._select(kept) }},
        _schema_types,
        {{ debezium._case(cases, "'filtered'") | indent(8) }} as _classification
    from with_schemas
)

select
    {{ debezium._select_pairs(pairs, 4) }}
from classified_rows
{%- endmacro %}
