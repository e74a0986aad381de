{#-
    Kafka records whose value is a CloudEvent of Debezium's converter: the operation and the source block are attributes, which are
    texts; the images are in `data`, perhaps under `payload` beside their schema. In binary mode the attributes are headers,
    ce_id and so on, and the value is `data` alone. Other values are left as they are.
-#}
{%- macro _layout_cloudevents() -%}
    {{ return(dict(debezium._layout_kafka(), besides=debezium._event_headers, unpack=debezium._envelope_of_cloudevent)) }}
{%- endmacro %}

{#- The headers of a record; none where the landing table does not have the column. -#}
{%- macro _event_headers(relation) -%}
    {%- set has_headers = execute and relation.schema and not relation.is_cte and debezium._relation_exists(relation) and 'headers' in debezium._names_in(relation) -%}
    {{ return({'_event_headers': debezium._landed_headers('headers') if has_headers else 'cast(map() as map<string, string>)'}) }}
{%- endmacro %}

{#-
    The same rows with the envelope that each event was made of, but for its `ts_ms`, which is lost. The steps are generators of one
    row each, because Spark would copy an expression to every place that reads it.
-#}
{%- macro _envelope_of_cloudevent(columns, connector) -%}
    {{ return("landed as (
    select
        " ~ debezium._select_pairs(dict(debezium._as_is(columns), _raw="if(
    envelope is null,
    _raw,
    concat(left(event_data, length(event_data) - length(braces)), envelope, braces)
)")) ~ "
    from landed_values
        lateral view explode(array(
            case
                when contains(_raw, '\"specversion\"') then from_json(_raw, 'map<string, string>')
                when map_contains_key(_event_headers, 'ce_specversion')
                    then map_concat(
                        transform_keys(
                            map_filter(_event_headers, (name, text) -> startswith(name, 'ce_')),
                            (name, text) -> substring(name, 4)
                        ),
                        map('data', _raw)
                    )
            end
        )) as attributes
        lateral view explode(array(
            coalesce(attributes['data'], attributes['data_base64'])
        )) as data_text
        lateral view explode(array(
            " ~ debezium._value_text('data_text') | indent(12) ~ "
        )) as event_data
        lateral view explode(array(
            if(startswith(event_data, '{\"schema\":'), '}}', '}')
        )) as braces
        lateral view explode(array(
            if(
                attributes['specversion'] is not null
                and startswith(event_data, '{')
                and endswith(event_data, braces),
                concat(
                    ',\"source\":',
                    " ~ debezium._source_of_cloudevent(connector) | indent(20) ~ ",
                    ',\"transaction\":',
                    if(
                        attributes['iodebeziumtxtotalorder'] is null,
                        'null',
                        to_json(struct(
                            attributes['iodebeziumtxid'] as id,
                            attributes['iodebeziumtxtotalorder'] as total_order,
                            attributes['iodebeziumtxdatacollectionorder'] as data_collection_order
                        ))
                    ),
                    ',\"op\":\"',
                    attributes['iodebeziumop'],
                    '\"'
                ),
                null
            )
        )) as envelope
)") }}
{%- endmacro %}

{#- The source block from the attributes as JSON, its numbers without quotes. -#}
{%- macro _source_of_cloudevent(connector) -%}
    {%- set texts, numbers = [], [] -%}
    {%- for field, type in connector.source.items() -%}
        {#- an attribute's name has neither _ nor capitals, but in releases before 2.0 -#}
        {%- set names = [field | lower | replace('_', ''), field | replace('_', '')] | unique | list -%}
        {%- set values = "attributes['iodebezium" ~ names | join("'], attributes['iodebezium") ~ "']" -%}
        {%- do texts.append(('coalesce(' ~ values ~ ')' if names | length > 1 else values) ~ ' as ' ~ debezium._quote(field)) -%}
        {%- do numbers.append(field) if type != 'string' -%}
    {%- endfor -%}
    {{ return("regexp_replace(
    to_json(struct(
        " ~ texts | join(',\n        ') ~ "
    )),
    r'\"(" ~ numbers | join('|') ~ ")\":\"(-?(?:0|[1-9][0-9]*))\"',
    r'\"$1\":$2'
)") }}
{%- endmacro %}
