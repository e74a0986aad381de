{#-
    The connector over rows that have `_conversions`: its images and keys, with the texts that the declared columns would read wrongly
    written so that they read them. An ordinary row costs one look at a null.
-#}
{%- macro _with_conversions(layout, connector, columns, options) -%}
    {%- set read = {'image': connector.image, 'key': connector.key} -%}
    {%- if options.previous -%}
        {%- do read.update(old_image=connector.old_image) -%}
    {%- endif -%}
    {%- if connector.unique -%}
        {%- do read.update(unique=connector.unique) -%}
    {%- endif -%}
    {%- for name, expression in read.items() -%}
        {%- do read.update({name: "if(_converted is null, " ~ expression | indent ~ ", _converted[" ~ loop.index0 ~ "])"}) -%}
    {%- endfor -%}
    {%- set steps = {} if layout.carries_schema else {'_conversions': debezium._older_conversions(columns)} -%}
    {%- do steps.update(_converted=debezium._converted_images(connector, columns, options), _retyped=debezium._retyped()) -%}
    {{ return(dict(connector, conversions=steps, **read)) }}
{%- endmacro %}

{#- These, in the order in which `_with_conversions` reads them; null for an ordinary row. -#}
{%- macro _converted_images(connector, columns, options) -%}
    {%- set converted = debezium._converted_values if 'array of ' in debezium._declared_types(columns).values() | join(', ') else debezium._converted -%}
    {%- set of_key = "if(size(_conversions[1]) > 0, _conversions[1], _conversions[0])" -%}
    {%- set parts = [
        "struct(" ~ connector.image | indent(12) ~ " as texts, _conversions[0] as own, _raw as message)",
        ("struct(
    " ~ connector.key | indent ~ " as texts,
    " ~ of_key ~ " as own,
    _raw_key as message
)") | indent(12),
    ] -%}
    {%- if options.previous -%}
        {%- do parts.append("struct(" ~ connector.old_image | indent(12) ~ " as texts, _conversions[0] as own, _raw as message)") -%}
    {%- endif -%}
    {%- if connector.unique -%}
        {%- do parts.append("struct(" ~ connector.unique | indent(12) ~ " as texts, _conversions[0] as own, _raw as message)") -%}
    {%- endif -%}
    {%- set kept = "text is null
or part.own[name] is null" ~ ("
or array_contains(_placeholders, text)" if connector.placeholders) -%}
    {{ return("if(
    _conversions is null,
    null,
    transform(
        array(
            " ~ parts | join(",\n            ") ~ "
        ),
        part -> transform_values(
            part.texts,
            (name, text) -> " ~ converted('text', 'part.own[name]', 'name', 'part.message', kept) | trim | indent(12) ~ "
        )
    )
)") }}
{%- endmacro %}

{#- The types that the messages' own schemas give to declared fields, where they are not the declared ones: {field: type}. -#}
{%- macro _retyped() -%}
    {{ return("if(
    _conversions is null,
    null,
    " ~ debezium._with(
        'retyped',
        "transform_values(
    map_filter(_conversions[0], (name, conversion) -> conversion.goal <> ''),
    (name, conversion) -> conversion.own_type
)",
        "if(size(retyped) > 0, retyped, null)"
    ) | indent ~ "
)") }}
{%- endmacro %}
