{#-
    The JSON text in a value that went through a converter too many: a JSON string that contains JSON, alone or as `payload` beside
    the schema of a string; base64; a byte order mark before it. Any other text is as it landed.
-#}
{%- macro _value_text(value) -%}
    {%- set text = "cast(" ~ value ~ " as string)" -%}
    {#- get_json_object does not see what follows -#}
    {%- set is_alone = "json_array_length('[' || " ~ text ~ " || ']') = 1" -%}
    {{ return("coalesce(
    regexp_substr(
        case left(" ~ text ~ ", 1)
            when '{'
                then if(
                    startswith(" ~ text ~ ", '{\"schema\":{\"type\":\"string\"')
                    and " ~ is_alone ~ ",
                    get_json_object(" ~ text ~ ", '$.payload'),
                    null
                )
            when '\"'
                then if(
                    " ~ is_alone ~ ",
                    get_json_object('[' || " ~ text ~ " || ']', '$[0]'),
                    null
                )
            when 'e' then cast(try_to_binary(" ~ text ~ ", 'base64') as string)
            when '\\ufeff' then substring(" ~ text ~ ", 2)
        end,
        r'^\\s*[{\\[](?s:.*)'
    ),
    " ~ text ~ "
)") }}
{%- endmacro %}
