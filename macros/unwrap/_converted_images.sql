{#-
    The connector over rows that have `_conversions`: its images and keys, with the texts that the declared columns would read wrongly
    written so that they read them. An ordinary row costs one look at a null.
-#}
{%- macro _with_conversions(layout, connector, columns, options) -%}
    {%- set read, parts = {}, [] -%}
    {%- set reads_old = options.previous or (connector.placeholders and layout.parse != 'row') -%}
    {#- The schema of a key never says what is unsigned, that of its message may. -#}
    {%- set of_key = "if(
        size(_conversions[1]) > 0,
        map_concat(
            map_filter(
                _conversions[0],
                (name, conversion) -> (
                    conversion.sent_as in ('signed', 'unsigned')
                    and not map_contains_key(_conversions[1], name)
                )
            ),
            _conversions[1]
        ),
        _conversions[0]
    )" -%}
    {%- for name in ['image', 'key'] + (['old_image'] if reads_old else []) + (['unique'] if connector.unique else []) -%}
        {%- do read.update({name: "if(_converted is null, " ~ connector[name] | indent ~ ", _converted[" ~ loop.index0 ~ "])"}) -%}
        {%- do parts.append("struct(
    " ~ connector[name] | indent ~ " as texts,
    " ~ (of_key if name == 'key' else "_conversions[0]") ~ " as conversions,
    " ~ ("_raw_key" if name == 'key' else "_raw") ~ " as message
)") -%}
    {%- endfor -%}
    {%- set steps = {} if layout.carries_schema else {'_conversions': debezium._older_conversions(columns)} -%}
    {%- do steps.update(_converted=debezium._converted_images(parts, connector, columns), _retyped=debezium._retyped()) -%}
    {{ return(dict(connector, conversions=steps, **read)) }}
{%- endmacro %}

{#- The texts of the parts of a row, converted; null for an ordinary row. -#}
{%- macro _converted_images(parts, connector, columns) -%}
    {%- set converted = debezium._converted_values if 'array of ' in debezium._declared_types(columns).values() | join(', ') else debezium._converted -%}
    {%- set kept = "text is null
or part.conversions[name] is null" ~ ("
or array_contains(_placeholders, text)" if connector.placeholders) -%}
    {{ return("if(
    _conversions is null,
    null,
    transform(
        array(
            " ~ parts | join(",\n") | indent(12) ~ "
        ),
        part -> transform_values(
            part.texts,
            (name, text) -> " ~ converted('text', 'part.conversions[name]', 'name', 'part.message', kept) | trim | indent(12) ~ "
        )
    )
)") }}
{%- endmacro %}

{#- The types that the messages' own schemas give to declared fields, where they are not the declared ones: {field: type}. -#}
{%- macro _retyped() -%}
    {{ return(debezium._if('_conversions is null', 'null', debezium._with(
        'retyped',
        "transform_values(
    map_filter(_conversions[0], (name, conversion) -> conversion.read_as <> ''),
    (name, conversion) -> conversion.own_type
)",
        "if(size(retyped) > 0, retyped, null)"
    ))) }}
{%- endmacro %}
