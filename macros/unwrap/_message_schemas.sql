{#-
    A message's own schema decides how its values are read. The steps, in which each distinct schema of a load is
    read once:

    schema_texts     the schemas of messages and their keys as text, each pair once
    schema_fields    a row per field of these, in the words of Connect
    field_types      the same in the words of `_field_type`: {schema_id, is_key, name, own_type}
    message_schemas  a row per pair again, with what `with_schemas` adds to the rows of the envelope (`names`): with declared columns
                     `_conversions`, [those of the images, those of the key], null where all is as declared; without them
                     `_schema_types`, the types as JSON text, which `envelopes` keeps for the entities

    A row whose schema was not read is rejected: it is one too many, or, where no row had a schema (`reads` is false), landed since.
-#}
{%- macro _schema_steps(layout, names, reads, columns) -%}
    {%- set step = 'envelope' if layout.parse else 'landed_rows' -%}
    {%- set kept = '_schema_types' if columns is none else '_conversions' -%}
    {%- set own = debezium._columns_of(step, names | reject('in', [kept, '_parse_error', '_schema_id'])) -%}
    {#- Spark gives a value that an expression uses twice a projection of its own, which copies every row -#}
    {%- set unread = step ~ "._schema_id is not null" ~ (" and message_schemas.schema_id is null" if reads) -%}
    {%- set cases = ["when " ~ step ~ "._parse_error is not null then " ~ step ~ "._parse_error"] -%}
    {%- if '_is_typed' in names -%}
        {#- only its payload was parsed -#}
        {%- do cases.append("when
    " ~ unread ~ "
    and " ~ step ~ "._is_typed
    and " ~ debezium._is_not_json(step ~ '._raw') ~ "
    then 'rejected: not_json'") -%}
    {%- endif -%}
    {%- set pairs = {'_parse_error': debezium._case(cases + ["when " ~ unread ~ " then 'rejected: unread_schema'"])} -%}
    {%- set known = 'message_schemas.' ~ kept if reads else 'cast(null as string)' if columns is none else none -%}
    {%- set older = debezium._older_conversions(columns or []) -%}
    {%- if older and known -%}
        {%- do pairs.update({kept: debezium._if(step ~ '.' ~ layout.carries_schema, known, older)}) -%}
    {%- elif older or known -%}
        {%- do pairs.update({kept: older or known}) -%}
    {%- endif -%}
    {{ return((debezium._read_schemas(layout, columns) if reads else []) + ["with_schemas as (
    select" ~ (" /*+ broadcast(message_schemas) */" if reads) ~ "
        " ~ debezium._select(own) ~ ",
        " ~ debezium._select_pairs(pairs) ~ "
    from " ~ step ~ ("
    left join message_schemas
        on " ~ step ~ "._schema_id = message_schemas.schema_id" if reads) ~ "
)"]) }}
{%- endmacro %}

{#- The layout with the id of each row's schema and its key's, null where there is neither. -#}
{%- macro _with_schema_id(layout, options={}) -%}
    {%- set of_message = '_schema_text' if options.typed_message else debezium._schema_text('_raw', layout) -%}
    {%- set id = "nullif(xxhash64(_landing._schema_types), xxhash64(cast(null as string)))" if layout.enveloped else "nullif(xxhash64(
    " ~ of_message | indent ~ ",
    " ~ debezium._schema_text('_raw_key') | indent ~ "
), xxhash64('', ''))" -%}
    {{ return(dict(layout, envelope=dict(layout.envelope, _schema_id=id))) }}
{%- endmacro %}

{#- True if any row of the load has a schema, or might: what is compressed is not read. For `dbt compile` and unit tests, the SQL must be complete. -#}
{%- macro _any_schema(layout, landing) -%}
    {%- if not execute or flags.WHICH not in ['run', 'build'] or layout.texts -%}
        {{ return(true) }}
    {%- endif -%}
    {%- for table in landing.tables -%}
        {%- set text, key = table.landed._raw, table.landed._raw_key -%}
        {%- set conditions = ["_landing._schema_types is not null"] if layout.enveloped else [
            debezium._may_have_schema('_landing.value') ~ "\nor " ~ debezium._may_have_schema('_landing.key'),
            debezium._schema_text(text) ~ " <> '' or " ~ debezium._schema_text(key) ~ " <> ''",
        ] if not layout.unpack else [
            "contains(" ~ text ~ ", 'schema')\nor contains(" ~ key ~ ", 'schema')\nor contains(" ~ text ~ ", 'data_base64')",
        ] -%}
        {%- if table.relation.is_cte or run_query("
select 1
from " ~ table.relation ~ " as _landing
where (" ~ (conditions + table.conditions) | join(") and (") ~ ")
limit 1").rows | length > 0 -%}
            {{ return(true) }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(false) }}
{%- endmacro %}
