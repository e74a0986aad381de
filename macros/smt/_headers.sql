{#- The record's own headers as a map, name to text; of a name given twice the last counts. -#}
{%- macro _landed_headers(column) -%}
    {{ return("aggregate(
    filter(coalesce(_landing." ~ debezium._quote(column) ~ ", array()), header -> header.key is not null),
    cast(map() as map<string, string>),
    (known, header) -> map_concat(
        map_filter(known, (name, text) -> name <> header.key),
        map(header.key, cast(header.value as string))
    )
)") }}
{%- endmacro %}

{#-
    The headers as the transform leaves them: the record's own, then those of add_headers. A tombstone that is
    kept gets none but `op`, which is d.
-#}
{%- macro _headers(layout, connector, options) -%}
    {%- set own = '_landed_headers' if layout.landed._landed_headers else 'cast(map() as map<string, string>)' -%}
    {%- if not options.headers -%}
        {{ return(own) }}
    {%- endif -%}
    {%- set added = [] -%}
    {%- for reference in options.headers -%}
        {%- set name = debezium._string_literal(reference.name) -%}
        {%- set text = debezium._reference_text(reference, connector, options) -%}
        {%- if reference.struct in [none, 'source'] and reference.field == 'op' -%}
            {%- do added.append("struct(" ~ name ~ " as name, coalesce(" ~ text ~ ", 'd') as text)") -%}
        {%- else -%}
            {%- set header = "struct(" ~ name ~ " as name, " ~ text ~ " as text)" -%}
            {%- do added.append(debezium._if(debezium._has_reference(reference, connector, options), header)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("if(
    _emitted is null,
    " ~ own ~ ",
    aggregate(
        " ~ debezium._compact_array(added) | indent(8) ~ ",
        " ~ own ~ ",
        (known, header) -> map_concat(
            map_filter(known, (name, text) -> name <> header.name),
            map(header.name, header.text)
        )
    )
)") }}
{%- endmacro %}
