{#-
    The JSON text in a value that went through a converter too many: a JSON string that contains JSON or base64 of it, alone or
    as `payload` beside the schema of a string or of bytes; base64; JSON after the number of its schema in a registry, or
    after a byte order mark. Any other text is as it landed.
-#}
{%- macro _value_text(value, is_text=false) -%}
    {%- set text = value if is_text else "cast(" ~ value ~ " as string)" -%}
    {#- get_json_object does not see what follows -#}
    {%- set is_alone = "json_array_length('[' || " ~ text ~ " || ']') = 1" -%}
    {{ return("coalesce(
    regexp_substr(
        case left(" ~ text ~ ", 1)
            when '{'
                then if(
                    left(" ~ text ~ ", 100)
                    rlike r'^\\{\\s*\"(schema\"\\s*:\\s*\\{[^{}\\[\\]]*\\}|payload\"\\s*:\\s*\")'
                    and array_sort(json_object_keys(" ~ text ~ "))
                    = array('payload', 'schema')
                    and get_json_object(" ~ text ~ ", '$.schema.type')
                    in ('string', 'bytes')
                    and " ~ is_alone ~ ",
                    " ~ debezium._or_base64("get_json_object(" ~ text ~ ", '$.payload')") | indent(20) ~ ",
                    null
                )
            when '\"'
                then if(
                    " ~ is_alone ~ ",
                    " ~ debezium._or_base64("get_json_object('[' || " ~ text ~ " || ']', '$[0]')") | indent(20) ~ ",
                    null
                )
            when 'e' then cast(try_to_binary(" ~ text ~ ", 'base64') as string)
            when '\\ufeff' then substring(" ~ text ~ ", 2)
            when '\\u0000'
                then " ~ debezium._after_schema_id(value) | indent(16) ~ "
        end,
        r'^\\s*[{\\[](?s:.*)'
    ),
    " ~ text ~ "
)") }}
{%- endmacro %}

{#- A text, or what it is base64 of: that of an object begins with an e. -#}
{%- macro _or_base64(text) -%}
    {{ return("coalesce(
    cast(
        try_to_binary(
            regexp_substr(
                " ~ text ~ ",
                '^e(?s:.*)'
            ),
            'base64'
        ) as string
    ),
    " ~ text ~ "
)") }}
{%- endmacro %}

{#- JSON after a zero and four bytes with the id of its JSON Schema; null for what is none, such as Avro. -#}
{%- macro _after_schema_id(value) -%}
    {%- set text = "cast(substring(cast(" ~ value ~ " as binary), 6) as string)" -%}
    {{ return("if(
    json_array_length(
        '[' || " ~ text ~ " || ']'
    ) = 1,
    " ~ text ~ ",
    null
)") }}
{%- endmacro %}
