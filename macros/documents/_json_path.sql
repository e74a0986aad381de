{#- Names of fields as a JSON path literal; one with dots, brackets or a star before it is quoted, one of `places` is a place in an array. -#}
{%- macro _json_path(names, places=[], start='$') -%}
    {%- set steps = [] -%}
    {%- for name in names -%}
        {%- if name in places -%}
            {%- do steps.append("[" ~ name ~ "]") -%}
        {%- elif '.' in name or '[' in name or name.startswith('*') -%}
            {%- do steps.append("['" ~ name ~ "']") -%}
        {%- else -%}
            {%- do steps.append("." ~ name) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(debezium._string_literal(start ~ steps | join)) }}
{%- endmacro %}

{#- The text at a path in JSON text. As in MongoDB's own paths a number is a place in an array or a field of that name. -#}
{%- macro _json_at(text, names) -%}
    {#- Spark's paths skip blanks before a name -#}
    {%- for name in names if name[:1].isspace() -%}
        {%- set place = names.index(name) -%}
        {%- set parent = debezium._json_at(text, names[:place]) if place else text -%}
        {%- set member = "from_json(" ~ parent ~ ", 'map<string, string>')[" ~ debezium._string_literal(name) ~ "]" -%}
        {{ return(debezium._json_at(member, names[place + 1:]) if names[place + 1:] else member) }}
    {%- endfor -%}
    {%- set choices = [[]] -%}
    {%- for name in names if name.isdigit() -%}
        {%- for chosen in choices[:] -%}
            {%- do choices.append(chosen + [name]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set found = [] -%}
    {%- for places in choices | reverse -%}
        {%- do found.append(debezium._json_at_places(text, names, places)) -%}
    {%- endfor -%}
    {{ return(found[0] if found | length == 1 else "coalesce(\n    " ~ found | unique | join(",\n") | indent ~ "\n)") }}
{%- endmacro %}

{#- One reading of such a path. Spark finds a null in an array as the text `null`; only a path with a star keeps the quotes of a string. -#}
{%- macro _json_at_places(text, names, places) -%}
    {%- set found = "get_json_object(" ~ text ~ ", " ~ debezium._json_path(names, places) ~ ")" -%}
    {%- if names[-1] not in places -%}
        {{ return(found) }}
    {%- endif -%}
    {%- set in_quotes = "get_json_object('[' || " ~ text ~ " || ']', " ~ debezium._json_path(names, places, '$[*]') ~ ")" -%}
    {{ return(debezium._if("contains(" ~ text ~ ", 'null')\nand " ~ in_quotes ~ " = 'null'", "null", found)) }}
{%- endmacro %}

{#-
    The text at a path in a message, which is the complete value or under `payload` beside its schema. MongoDB's images are JSON text in a
    field of the message: a path goes on in them.
-#}
{%- macro _message_at(raw, names) -%}
    {%- set message = debezium._payload(raw) -%}
    {%- if names | length == 1 or names[0] not in ['before', 'after', 'patch', 'filter', 'updateDescription'] -%}
        {{ return(debezium._json_at(message, names)) }}
    {%- endif -%}
    {%- set first = 2 if names[0] == 'updateDescription' else 1 -%}
    {%- set text = "get_json_object(" ~ message ~ ", " ~ debezium._json_path(names[:first]) ~ ")" -%}
    {{ return(debezium._document_at(text, names[first:]) if names | length > first else text) }}
{%- endmacro %}

{#- The text at a path in a document. -#}
{%- macro _document_at(document, names) -%}
    {{ return(debezium._with('document', debezium._as_strict_json(document), debezium._json_at('document', names))) }}
{%- endmacro %}

{#-
    A document as Spark's functions of JSON read it. With a bare NaN or Infinity, as MongoDB writes doubles, they find nothing in it;
    from_json reads it as it is.
-#}
{%- macro _as_strict_json(document) -%}
    {{ return(debezium._with('text', document, debezium._if(
        "text rlike 'NaN|Infinity'\nand json_array_length('[' || text || ']') is null", debezium._with_quoted_numbers('text'), 'text'
    ))) }}
{%- endmacro %}

{#- Numbers that JSON does not have, as MongoDB's Extended JSON. -#}
{%- macro _with_quoted_numbers(text) -%}
    {{ return("regexp_replace(
    " ~ text ~ ",
    r'([:\\[,]\\s*)(-?Infinity|NaN)(?=\\s*[,}\\]])',
    r'$1{\"\\$numberDouble\":\"$2\"}'
)") }}
{%- endmacro %}
