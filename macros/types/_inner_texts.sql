{#- The variants in an array or an object; numbers of Extended JSON in a document are numbers, as in a column of their own. -#}
{%- macro _inner_variants(text, data_type, parameters) -%}
    {%- set text = debezium._with_plain_numbers(text) if parameters.extended_json else text -%}
    {%- if data_type.startswith('array<') -%}
        {{ return("from_json(" ~ text ~ ", 'array<variant>')") }}
    {%- endif -%}
    {{ return(debezium._without_doubled_names("from_json(" ~ text ~ ", 'map<string, variant>')")) }}
{%- endmacro %}

{%- macro _with_plain_numbers(text) -%}
    {{ return("regexp_replace(
    " ~ text ~ ",
    r'\\{\\s*\"\\$number(?:Int|Long|Double|Decimal)\"\\s*:\\s*\"(-?[0-9.]+(?:E[+-]?[0-9]+)?)\"\\s*\\}',
    '$1'
)") }}
{%- endmacro %}

{#- The texts of the values in an array or an object. -#}
{%- macro _inner_texts(text, data_type, parameters) -%}
    {%- set is_array = data_type.startswith('array<') -%}
    {%- set type = "'array<string>'" if is_array else "'map<string, string>'" -%}
    {%- set exact = parameters.exact_numbers and not parameters.extended_json -%}
    {%- set texts = debezium._from_json(text, type, exact) | trim -%}
    {%- set texts = debezium._without_doubled_names(texts) if data_type.startswith('map<') else texts -%}
    {%- if not parameters.extended_json -%}
        {{ return(texts if is_array or data_type.startswith('struct<') else debezium._with_entries(texts, text)) }}
    {%- elif not is_array -%}
        {{ return(debezium._decode_scalars(texts)) }}
    {%- endif -%}
    {{ return("transform(
    " ~ texts | indent ~ ",
    text -> " ~ debezium._decode_possible_scalar('text') | indent ~ "
)") }}
{%- endmacro %}

{#- An object's texts by name; null where two have one name: Spark's reader keeps both, and its functions of maps end the run. -#}
{%- macro _without_doubled_names(texts) -%}
    {{ return(debezium._with('texts', texts, "if(
    size(array_distinct(map_keys(texts))) = size(texts),
    texts,
    null
)")) }}
{%- endmacro %}

{#- The texts of a map: one whose keys are no strings is an array of pairs in JSON. A pair lacks neither part, and no key occurs twice. -#}
{%- macro _with_entries(texts, text) -%}
    {%- set pairs = debezium._with('pairs', "from_json(" ~ text ~ ", 'array<array<string>>')", "if(
    size(array_distinct(array_compact(
        transform(pairs, pair -> if(size(pair) = 2, get(pair, 0), null))
    ))) = size(pairs),
    map_from_entries(
        transform(pairs, pair -> struct(get(pair, 0), get(pair, 1)))
    ),
    null
)") -%}
    {{ return("coalesce(
    " ~ texts | indent ~ ",
    " ~ pairs | indent ~ "
)") }}
{%- endmacro %}
