{#-
    Kafka records whose value is a CloudEvent of Debezium's converter: the operation and the source block are attributes, which are
    texts; the images are in `data`, perhaps under `payload` beside their schema. In binary mode the attributes are headers,
    ce_id and so on, and the value is `data` alone. Other values are left as they are.
-#}
{%- macro _layout_cloudevents() -%}
    {{ return(dict(debezium._layout_kafka(), extra_columns=debezium._event_headers, unpack=debezium._envelope_of_cloudevent)) }}
{%- endmacro %}

{#- The headers of a record; none where the landing table does not have them. -#}
{%- macro _event_headers(relation) -%}
    {%- set is_table = execute and not relation.is_cte and (not relation.schema or debezium._relation_exists(relation)) -%}
    {%- set are_read = is_table and debezium._has_headers(relation) -%}
    {{ return({'_event_headers': debezium._landed_headers('headers') if are_read else 'cast(map() as map<string, string>)'}) }}
{%- endmacro %}

{#- Whether a landing table has headers as Spark's Kafka source writes them. -#}
{%- macro _has_headers(relation) -%}
    {{ return(debezium._types_in(relation).get('headers', '').startswith('array<struct<key:string,value:')) }}
{%- endmacro %}

{#-
    The same rows with the envelope that each event was made of, but for its `ts_ms`, which is lost. The steps are generators of one
    row each, because Spark would copy an expression to every place that reads it.
-#}
{%- macro _envelope_of_cloudevent(columns, connector, step='landed_rows') -%}
    {{ return(step ~ " as (
    select
        " ~ debezium._select_pairs(dict(debezium._same_names(columns), _raw="if(
    _envelope is null,
    _raw,
    concat(left(_event_data, length(_event_data) - length(_braces)), _envelope, _braces)
)")) ~ "
    from landed_values
        lateral view explode(array(
            case
                when map_contains_key(_event_headers, 'ce_specversion')
                    then map_concat(
                        transform_keys(
                            map_filter(_event_headers, (name, text) -> startswith(name, 'ce_') and name <> 'ce_data'),
                            (name, text) -> substring(name, 4)
                        ),
                        map('data', _raw)
                    )
                when contains(_raw, '\"specversion\"') then from_json(_raw, 'map<string, string>')
            end
        )) as _attributes
        lateral view explode(array(
            coalesce(_attributes['data'], _attributes['data_base64'])
        )) as _data_text
        lateral view explode(array(
            " ~ debezium._value_text('_data_text') | indent(12) ~ "
        )) as _event_data
        lateral view explode(array(
            if(startswith(_event_data, '{\"schema\":'), '}}', '}')
        )) as _braces
        lateral view explode(array(
            if(
                _attributes['specversion'] is not null
                and startswith(_event_data, '{')
                and endswith(_event_data, _braces),
                concat(
                    ',\"source\":',
                    " ~ debezium._source_of_cloudevent(connector) | indent(20) ~ ",
                    ',\"transaction\":',
                    if(
                        _attributes['iodebeziumtxtotalorder'] is null,
                        'null',
                        to_json(struct(
                            _attributes['iodebeziumtxid'] as id,
                            _attributes['iodebeziumtxtotalorder'] as total_order,
                            _attributes['iodebeziumtxdatacollectionorder'] as data_collection_order
                        ))
                    ),
                    ',\"op\":\"',
                    _attributes['iodebeziumop'],
                    '\"'
                ),
                null
            )
        )) as _envelope
)") }}
{%- endmacro %}

{#- The source block from the attributes as JSON, its numbers without quotes. -#}
{%- macro _source_of_cloudevent(connector) -%}
    {%- set texts, numbers = [], [] -%}
    {%- for field, type in connector.source.items() -%}
        {#- an attribute's name has neither _ nor capitals, but in releases before 2.0 -#}
        {%- set names = [field | lower | replace('_', ''), field | replace('_', '')] | unique | list -%}
        {%- set values = "_attributes['iodebezium" ~ names | join("'], _attributes['iodebezium") ~ "']" -%}
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
