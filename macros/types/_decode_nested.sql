{#-
    JSON text as an array, a map or a struct, its values decoded by the inner types; null where one of them does not fit.
    The semantic type is that of an array's or a map's values; a struct's `fields` have their own: {name: {semantic_type}}.
    In a document (`extended_json`), the values may be Extended JSON. Variants are read from the whole text: that of a value
    has lost its quotes.
-#}
{%- macro _decode_nested(text, data_type, parameters) -%}
{%- set inner = debezium._inner_types(data_type) -%}
{%- if not data_type.startswith('struct<') and inner.value == 'variant' -%}
    {{ return(debezium._inner_variants(text, data_type, parameters)) }}
{%- elif 'variant' in inner.values() and text != 'whole' -%}
    {#- the text may be in a map that is called `texts`, as the one below is -#}
    {{ return(debezium._with('whole', text, debezium._decode_nested('whole', data_type, parameters))) }}
{%- endif -%}
{%- set texts = debezium._inner_texts(text, data_type, parameters) -%}
{%- if data_type.startswith('struct<') -%}
    {%- set fields = parameters.fields or {} -%}
    {%- set values = {} -%}
    {%- set invalid = ["texts is null"] -%}
    {%- for name, type in inner.items() -%}
        {%- set field = "texts[" ~ debezium._string_literal(name) ~ "]" -%}
        {%- set how = dict(fields.get(name, {}), extended_json=parameters.extended_json, exact_numbers=parameters.exact_numbers) -%}
        {%- do values.update({debezium._quote(name): debezium._inner_variants(text, 'map', parameters) ~ "[" ~ debezium._string_literal(name) ~ "]"
            if type == 'variant' else debezium._inner(field, type, how)}) -%}
        {%- do invalid.append("(" ~ field ~ " is not null and decoded." ~ debezium._quote(name) ~ " is null)") -%}
    {%- endfor -%}
    {%- set decoded = debezium._struct(values) -%}
    {%- set invalid_value = invalid | join('\n    or ') -%}
{%- elif data_type.startswith('array<') -%}
    {%- set decoded = "transform(texts, text -> " ~ debezium._inner('text', inner.value, parameters) ~ ")" -%}
    {%- if debezium._is_decimal(dict(parameters, data_type=inner.value)) -%}
        {#- base64 is in quotes, and the numbers of `decimal.format=NUMERIC` are not -#}
        {%- set numbers = "transform(texts, text -> " ~ debezium._inner('text', inner.value, dict(parameters, encoding='number')) ~ ")" -%}
        {%- set decoded = debezium._if(text ~ " rlike r'[\\[,]\\s*-?[0-9]'", numbers, decoded) -%}
    {%- endif -%}
    {%- set invalid_value = "size(array_compact(decoded)) < size(array_compact(texts))" -%}
{%- else -%}
    {%- set decoded = "transform_values(texts, (name, text) -> " ~ debezium._inner('text', inner.value, parameters) ~ ")" -%}
    {%- set invalid_value = "exists(
        map_entries(texts),
        each -> each.value is not null and decoded[each.key] is null
    )" -%}
{%- endif -%}
{%- if data_type in ['array<string>', 'map<string, string>'] and not parameters.semantic_type -%}
{{ texts }}
{%- else -%}
{%- set fitting = "if(\n    " ~ invalid_value ~ ",\n    null,\n    decoded\n)" -%}
{{ debezium._with('texts', texts, debezium._with('decoded', decoded, fitting)) }}
{%- endif -%}
{%- endmacro %}

{%- macro _inner(text, data_type, parameters) -%}
    {%- set text = debezium._decode_bson_timestamp(text) if parameters.extended_json and data_type.startswith('timestamp') else text -%}
    {{ return(debezium.decode(text, data_type, parameters.semantic_type, parameters)) }}
{%- endmacro %}

{#- {field: type} of a struct, {value: type} of an array or a map; a field's name may be quoted. -#}
{%- macro _inner_types(data_type) -%}
    {%- set parts, open = [''], [] -%}
    {%- for token in modules.re.findall('`(?:[^`]|``)*`|[<>(),]|[^`<>(),]+', data_type[data_type.index('<') + 1:-1]) -%}
        {%- do parts.append('' if token == ',' and not open else parts.pop() ~ token) -%}
        {%- do open.append(token) if token in ['<', '('] -%}
        {%- do open.pop() if open and token in ['>', ')'] -%}
    {%- endfor -%}
    {%- if not data_type.startswith('struct<') -%}
        {{ return({'value': parts[-1] | trim}) }}
    {%- endif -%}
    {%- set fields = {} -%}
    {%- for part in parts -%}
        {%- set name, type = modules.re.match('(?s)\\s*(`(?:[^`]|``)*`|[^:]*):?(.*)', part).groups() -%}
        {%- set is_quoted = name | length > 1 and name.startswith('`') -%}
        {%- do fields.update({(name[1:-1] | replace('``', '`') if is_quoted else name | trim): type | trim}) -%}
    {%- endfor -%}
    {{ return(fields) }}
{%- endmacro %}

{#- A MySQL SET: text with commas. -#}
{%- macro _decode_set(text, data_type, parameters) -%}
{%- if data_type == 'string' -%}
{{ text }}
{%- else -%}
if({{ text }} = '', cast(array() as array<string>), split({{ text }}, ','))
{%- endif -%}
{%- endmacro %}

{%- macro _decode_variant(text, data_type, parameters) -%}
try_parse_json({{ text }})
{%- endmacro %}
