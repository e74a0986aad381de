{#-
    The rows of a base model made by `envelopes`: messages of many topics, parsed already. Images are still JSON
    text there; an entity reads its own rows.
-#}
{%- macro _layout_envelope() -%}
    {{ return({'landed': debezium._as_columns_of('_landing', debezium._layout_kafka().landed), 'enveloped': true, 'carries_schema': "_schema_types rlike '\"is_key\":false'"}) }}
{%- endmacro %}

{#- The layout and the connector of an entity over such rows: the columns that `envelopes` keeps are read, not the message. -#}
{%- macro _as_enveloped(layout, connector, options) -%}
    {%- set landed_as = debezium._with_blocks(debezium._layouts()[connector.layouts[0]], connector) -%}
    {%- set names = debezium._enveloped(landed_as, connector) -%}
    {%- set envelope = debezium._as_columns_of('_landing', ['_parse_error', '_record_key', '_key_text', '_schema_types'] + names) -%}
    {#- only a row that forget_key emptied lacks this column -#}
    {%- do envelope.update(_message_class="if(_landing._key_mismatch is null, 'forgotten', null)") -%}
    {%- if connector.image_type != 'string' -%}
        {%- for image in ['_before', '_after'] -%}
            {%- do envelope.update({
                image: debezium._from_json('_landing.' ~ image, "'" ~ connector.image_type ~ "'", options.exact_numbers) | trim
            }) -%}
        {%- endfor -%}
        {%- do envelope.update(_parse_error="case
    when _landing._parse_error is not null then _landing._parse_error
    when envelope_before is null and _landing._before is not null then 'rejected: invalid_value'
    when envelope_after is null and _landing._after is not null then 'rejected: invalid_value'
end".replace('envelope_before', envelope._before).replace('envelope_after', envelope._after)) -%}
    {%- endif -%}
    {%- for name, expression in connector.envelope.items() if name not in envelope -%}
        {%- do envelope.update({name: expression}) -%}
    {%- endfor -%}
    {%- set layout = dict(layout, envelope=envelope, metadata=landed_as.metadata, message=landed_as.message) -%}
    {{ return((layout, dict(connector, envelope={}))) }}
{%- endmacro %}

{#- The names of the envelope's columns that are read from the message itself. -#}
{%- macro _enveloped(layout, connector) -%}
    {%- set names = layout.envelope | reject('equalto', '_source_text') | list -%}
    {%- for name, expression in connector.envelope.items() if expression.startswith('_message.') -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}

{#- True if a row belongs to an entity, by its topic and its source block. -#}
{%- macro _belongs(entity) -%}
    {%- set conditions = [] -%}
    {%- for part, names in entity.items() -%}
        {%- set condition = debezium._is_one_of('_topic' if part == 'topic' else '_source.' ~ part, names) -%}
        {%- do conditions.append(condition if part == 'topic' else 'coalesce(' ~ condition ~ ', false)') -%}
    {%- endfor -%}
    {{ return(conditions | join(' and ')) }}
{%- endmacro %}

{#- Whether a column has one of an entity's names: a name, a list of names, or {pattern} of complete names. -#}
{%- macro _is_one_of(column, names) -%}
    {%- if names is mapping -%}
        {{ return(column ~ " rlike " ~ debezium._string_literal('^(?:' ~ names.pattern ~ ')\\z')) }}
    {%- elif debezium._is_list(names) -%}
        {{ return(column ~ " in (" ~ debezium._string_literals(names) ~ ")") }}
    {%- endif -%}
    {{ return(column ~ " = " ~ debezium._string_literal(names)) }}
{%- endmacro %}
