{#-
    Partial updates, applied to the document before them: the event's own image before, otherwise the
    document of the earlier events. Python applies the updates from one complete document to the next, and
    the columns are read from the result. Without an earlier document an update stays pending.
    update_lookup: the image after an update was looked up at capture and may contain later changes. Then
    the version is the next event's image before, otherwise the change that the update lists; the key's
    last event keeps its image.
-#}
{%- macro _applied_updates(columns, connector, update_lookup, kept_besides) -%}
    {%- do debezium._require_function('current', 'debezium_apply_updates') -%}
    {%- set kept = [
        '_key', '_place', '_landing_id', '_kind', '_op', '_row',
        '_is_tied', '_is_uncertain',
    ] + kept_besides -%}
    {%- set texts = connector.texts -%}
    {%- set fields = debezium._image_as_configured(
        "from_json(_document, 'map<string, string>')", '_document', {}, dict(connector, partial=none, document_id=none), connector.form
    ) -%}
    {%- set read, decoded = {}, {} -%}
    {%- for column in columns -%}
        {%- set own_type = debezium._lower_type(column.data_type) -%}
        {#- as base reads it: the YAML of current may have the name and the type alone -#}
        {%- set column = dict(column, **connector.form.columns.get(column.name, {})) -%}
        {%- set column = dict(column, data_type=debezium._lower_type(column.data_type)) -%}
        {%- set name = debezium._quote(column.name) -%}
        {%- set value = debezium._decode_column('_document_row.' ~ name, column, connector) -%}
        {%- set value = "try_cast(" ~ value ~ " as " ~ own_type ~ ")" if own_type != column.data_type else value -%}
        {%- if column.path.split('.')[0] == '_id' -%}
            {%- set value = "coalesce(_row." ~ name ~ ", " ~ value ~ ")" -%}
        {%- elif '.' not in column.path -%}
            {#- a router adds a field to the message key that the document has not -#}
            {%- set value = "coalesce(" ~ value ~ ", if(_pending, _row." ~ name ~ ", null))" -%}
        {%- endif -%}
        {%- do read.update({name: debezium._field_text('_texts', column, {}, connector)}) -%}
        {%- do decoded.update({name: value}) -%}
    {%- endfor -%}
    {%- set of_numbered = kept + ['_unavailable', '_pending'] + (['_update_lookup'] if update_lookup else []) -%}
events_of_documents as (
    select
        {{ debezium._select(kept) }},
        {{ debezium._select(texts) }},
        _unavailable,
        _pending or _unavailable is not null as _pending,
        {%- if update_lookup %}
        _op = 'u' and _after is not null and _update_description is not null as _is_looked_up,
        lead(_op) over in_order is null as _is_last,
        lead(_before) over in_order as _next_before,
        {%- endif %}
        count_if(_op <> 'u' or (_after is not null{{ ' and _update_description is null' if update_lookup }})) over in_order as _document_number
    from distinct_events
    window in_order as (partition by _key order by _place, _landing_id)
),

numbered_events as (
    select
        {{ debezium._select(kept) }},
        {{ debezium._select(texts) }},
        _unavailable,
        _pending,
        {%- if update_lookup %}
        _is_looked_up and not _is_last as _is_replaced,
        _is_looked_up
        and (_is_last or (_document_number = 0 and coalesce(_before, _next_before) is null)) as _update_lookup,
        _next_before,
        {%- endif %}
        _document_number,
        row_number() over (partition by _key, _document_number order by _place, _landing_id) as _update_number,
        bool_or({{ '_pending or (_is_looked_up and not _is_last)' if update_lookup else '_pending' }}) over (
            partition by _key, _document_number
        ) as _has_updates
    from events_of_documents
),

{{ debezium._documents_after_updates(update_lookup) }},

with_documents as (
    select
        {{ debezium._select(debezium._columns_of('numbered_events', of_numbered)) }},
        if(
            {{ 'numbered_events._pending or numbered_events._is_replaced' if update_lookup else 'numbered_events._pending' }},
            get(updated_documents.documents, numbered_events._update_number - 1),
            null
        ) as _document,
        {{ debezium._decode_scalars(fields) | indent(8) }} as _texts,
        {{ debezium._struct(read) | indent(8) }} as _document_row
    from numbered_events
    left join updated_documents
        on
            numbered_events._key = updated_documents._key
            and numbered_events._document_number = updated_documents._document_number
),

with_document_values as (
    select
        {{ debezium._select(kept | reject('equalto', '_row')) }},
        {{ debezium._if('_document is null', '_row', debezium._struct(decoded)) | indent(8) }} as _row,
        {%- if update_lookup %}
        _update_lookup,
        {%- endif %}
        if(_document is null, _unavailable, null) as _unavailable,
        _pending and _document is null as _pending
    from with_documents
)
{%- endmacro %}
