{#-
    An Extended JSON scalar ({"$numberLong": "1004"}, {"$oid": ..}, {"$date": ..}, {"$binary": ..} ...) as its
    text, by one regular expression rather than a parse of each; any other text as it is. What it has matched it never
    gives back (`*+`), for of long blanks there are too many ways. A bare NaN or Infinity, which the reader of JSON puts in
    quotes, loses them. $undefined becomes null. The text is compared, because nullif computes its argument twice.
-#}
{%- macro _decode_scalar(text) -%}
    {{ return("regexp_replace(
    nullif(" ~ text | indent ~ ", '{\"$undefined\":true}'),
    r'(?x) ^ (?:
        \\{ \\s*+ \"\\$(?: oid | uuid | date | binary | symbol | code | number(?: Int | Long | Double | Decimal ) )\" \\s*+ : \\s*+
        (?: \\{ \\s*+ \"(?: \\$numberLong | base64 )\" \\s*+ : \\s*+ )?
        (?: \" ( [^\"\\\\]*+ ) \" | ( [^\"{}\\\\]*+ ) ) \\s*+
        (?: , \\s*+ \"(?: subType | \\$type )\" \\s*+ : \\s*+ \"\\w*+\" \\s*+ )?
        [\\s}]*+
        | \"( NaN | -?Infinity )\"
    ) $',
    '$1$2$3'
)") }}
{%- endmacro %}

{#- A document's fields, with scalars in Extended JSON decoded. The first character excludes most values cheaply. -#}
{%- macro _decode_scalars(image) -%}
    {{ return("transform_values(
    " ~ image | indent ~ ",
    (name, text) -> " ~ debezium._decode_possible_scalar('text') | indent ~ "
)") }}
{%- endmacro %}

{%- macro _decode_possible_scalar(text) -%}
    {%- set may_be_scalar = "startswith(" ~ text ~ ", '{') or startswith(" ~ text ~ ", '\"')" -%}
    {{ return(debezium._if(may_be_scalar, debezium._decode_scalar(text), text)) }}
{%- endmacro %}

{#- The seconds of a $timestamp as milliseconds; any other text as it is. The text of a message key may have blanks. -#}
{%- macro _decode_bson_timestamp(text) -%}
    {{ return("regexp_replace(
    " ~ text | indent ~ ",
    r'(?x) ^
        \\{ \\s*+ \"\\$timestamp\" \\s*+ : \\s*+
        \\{ \\s*+ \"t\" \\s*+ : \\s*+ ([0-9]+) \\s*+
        , \\s*+ \"i\" \\s*+ : \\s*+ [0-9]+ \\s*+ \\} \\s*+ \\} $',
    '$1000'
)") }}
{%- endmacro %}
