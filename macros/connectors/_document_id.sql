{#- An id in the shell's syntax, such as ObjectId("..."), as Extended JSON; any other as it is. -#}
{%- macro _shell_id(text) -%}
    {{ return("if(
    endswith(" ~ text ~ ", ')'),
    coalesce(
        concat(
            '{\"',
            map(
                'ObjectId', '$oid',
                'UUID', '$uuid',
                'ISODate', '$date',
                'NumberInt', '$numberInt',
                'NumberLong', '$numberLong',
                'NumberDecimal', '$numberDecimal'
            )[regexp_extract(" ~ text ~ ", r'^(\\w+)[(]', 1)],
            '\":\"',
            regexp_extract(" ~ text ~ ", r'(?s)^\\w+[(][\\x22\\x27]?(.*?)[\\x22\\x27]?[)]$', 1),
            '\"}'
        ),
        " ~ text ~ "
    ),
    " ~ text ~ "
)") }}
{%- endmacro %}

{#- An id as the text of its column. -#}
{%- macro _plain_id(text) -%}
    {{ return("if(
    startswith(" ~ text ~ ", '\"'),
    get_json_object(" ~ text ~ ", '$'),
    nullif(
        " ~ debezium._decode_scalar(text) | indent(8) ~ ",
        'null'
    )
)") }}
{%- endmacro %}

{#- The id in a document's text, as JSON text: a string has its quotes. -#}
{%- macro _id_of(document) -%}
    {{ return(debezium._with('document', debezium._as_strict_json(document), "get_json_object('[' || document || ']', '$[*]._id')")) }}
{%- endmacro %}

{#-
    Ids as JSON text in which those that are equal in MongoDB are equal, whatever their dialect, and no others:
    numbers by their value, times in milliseconds, bytes in base64. Null for a string.
-#}
{%- macro _canonical_ids(texts) -%}
    {{ return("transform(
    transform(
        array(
            " ~ texts | join(',\n            ') ~ "
        ),
        text -> if(
            text rlike r'^\\{\"\\$oid\":\"[0-9a-f]{24}\"\\}$',
            text,
            " ~ debezium._canonical_forms("get_json_object('[' || text || ']', '$[*]')") | indent(12) ~ "
        )
    ),
    text -> case
        when startswith(text, '\"') or text = 'null'
            then null
        when startswith(text, '{\"$oid\":')
            then lower(text)
        when text rlike r'^\\{\"\\$date\":\"[^\"]*(Z|[+-][0-9]{2}:?[0-9]{2})\"\\}$'
            then coalesce(
                '{\"$date\":' || unix_millis(try_cast(get_json_object(text, '$.$date') as timestamp)) || '}',
                text
            )
        when startswith(text, '{\"$binary\":{')
            then concat(
                '{\"$binary\":\"',
                get_json_object(text, '$.$binary.base64'),
                '\",\"$type\":\"',
                lpad(get_json_object(text, '$.$binary.subType'), 2, '0'),
                '\"}'
            )
        when startswith(text, '{\"$uuid\":')
            then coalesce(
                concat(
                    '{\"$binary\":\"',
                    base64(unhex(replace(get_json_object(text, '$.$uuid'), '-', ''))),
                    '\",\"$type\":\"04\"}'
                ),
                text
            )
        when text rlike '^-?[0-9]'
            then coalesce(
                cast(
                    " ~ debezium._whole_number('text', 'bigint') | indent(20) ~ "
                    as string
                ),
                text
            )
        else text
    end
)") }}
{%- endmacro %}

{#- Numbers anywhere in JSON text in one form each; strings stay as they are. -#}
{%- macro _canonical_forms(json) -%}
    {{ return("regexp_replace(
    regexp_replace(
        " ~ json ~ ",
        r'(?x)
            \\{\"\\$number(?:Int|Long|Double)\":\" (-?[0-9.]+ (?:E[+-]?[0-9]+)?) \"\\}
            | \\{\"\\$numberDecimal\":\" (-?[0-9]+) (?:\\.0*)? \"\\}',
        '$1$2'
    ),
    r'(?x)
        (\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")
        | (-?[0-9]+) \\.0+ (?![0-9E])',
    '$1$2'
)") }}
{%- endmacro %}
