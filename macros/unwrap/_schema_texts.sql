{#-
    The text of a schema without its last two braces. As Connect's converter writes it, it is what precedes the payload; another
    spelling is read as JSON; empty where there is none. A payload that begins with an image is found from the end of the text,
    because it is the shorter part.
-#}
{%- macro _schema_text(text, layout={}, payload=none) -%}
    {%- set starts = "startswith(" ~ text ~ ", '{\"schema\":{')" -%}
    {%- set cases = ["when not (" ~ debezium._may_start_schema(text) | replace('\n', ' ') ~ ") then ''"] -%}
    {%- if layout.images -%}
        {%- set payload = payload or "substring_index(" ~ text ~ ", '},\"payload\":', -1)" -%}
        {%- do cases.append("when
    " ~ starts ~ "
    and " ~ debezium._begins_with_images(payload) | indent ~ "
    then cast(substr(
        cast(" ~ text ~ " as binary),
        1,
        octet_length(" ~ text ~ ") - octet_length(" ~ payload ~ ") - 12
    ) as string)") -%}
    {%- endif -%}
    {%- do cases.append("when " ~ starts ~ "
    then substring_index(" ~ text ~ ", '},\"payload\":', 1)") -%}
    {%- do cases.append("when " ~ text ~ " rlike r'^\\s*+\\{\\s*+\"(schema|payload)\"\\s*+:'
    then coalesce(
        regexp_extract(
            '{\"schema\":' || get_json_object(" ~ text ~ ", '$.schema'),
            r'(?s)^(.*\\{.*)\\}$',
            1
        ),
        ''
    )") -%}
    {{ return(debezium._case(cases, "''")) }}
{%- endmacro %}

{#-
    Whether a text begins with images, which are rows or documents: a column called payload may have a member called before too.
    MongoDB's `{"_id` is there for all connectors, because `_schema_text` does not depend on the connector. The match also decides
    what `_event_id` hashes (`_images_hash`): another pattern may change the ids of events that were landed before.
-#}
{%- macro _begins_with_images(payload) -%}
    {{ return("left(" ~ payload ~ ", 40)
rlike r'^\\{\"before\":(\\{|\"\\{\\\\\"_id|null,\"after\":(\\{|\"\\{\\\\\"_id|null,\"))'") }}
{%- endmacro %}

{#- What all texts with a schema begin with, and few others. Texts that begin otherwise are not searched. -#}
{%- macro _may_start_schema(text) -%}
    {{ return(text ~ " < '{\"'
or (" ~ text ~ " >= '{\"p' and " ~ text ~ " < '{\"t')") }}
{%- endmacro %}

{#- The same of a value as it landed, which may be wrapped (`_value_text`). Spark skips files of text that all begin otherwise. -#}
{%- macro _may_have_schema(value) -%}
    {%- set text = "cast(" ~ value ~ " as string)" -%}
    {{ return(debezium._may_start_schema(text) ~ "
or " ~ text ~ " >= '|'") }}
{%- endmacro %}

{#-
    The steps up to `message_schemas`. At most 100 MB of schemas are read, because the result is
    broadcast.
-#}
{%- macro _read_schemas(layout, columns) -%}
    {%- if layout.enveloped -%}
        {{ return(debezium._landed_types() + debezium._known_schemas(columns)) }}
    {%- endif -%}
    {#-
        Distinct pairs of texts are found faster in one column. There is no condition up to the window, because Spark would move it
        to the scan and compute the texts there once more. Rows without schemas have the pair of two empty texts, which no `_schema_id` is of.
    -#}
    {{ return(["schema_texts as (
    select distinct
        struct(
            " ~ debezium._schema_text('_raw', layout) | indent(12) ~ " as of_value,
            " ~ debezium._schema_text('_raw_key') | indent(12) ~ " as of_key
        ) as pair
    from landed_rows
)", "schema_text_lengths as (
    select
        xxhash64(pair.of_value, pair.of_key) as schema_id,
        pair.of_value || '}}' as value_schema,
        pair.of_key || '}}' as key_schema,
        sum(length(pair.of_value) + length(pair.of_key)) over (
            order by pair
            rows between unbounded preceding and current row
        ) as total_length
    from schema_texts
)", debezium._schema_items(layout), "field_types as (
    select
        schema_id,
        is_key,
        name,
        max(array_of || " ~ debezium._field_type('item') | trim | indent(8) ~ ") as own_type
    from schema_fields
    group by
        schema_id,
        is_key,
        name
)"] + debezium._known_schemas(columns)) }}
{%- endmacro %}
