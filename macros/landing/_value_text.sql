{#-
    The JSON text in a value that went through a converter too many: a JSON string that contains JSON, alone or as `payload` beside
    the schema of a string; base64; a byte order mark before it. Any other text is as it landed.
-#}
{%- macro _value_text(value) -%}
    {%- set text = "cast(" ~ value ~ " as string)" -%}
    {{ return("if(
    startswith(" ~ text ~ ", '{') and not startswith(" ~ text ~ ", '{\"schema\":{\"type\":\"string\"'),
    " ~ text ~ ",
    coalesce(
        regexp_substr(
            case
                when startswith(" ~ text ~ ", '{') then get_json_object(" ~ text ~ ", '$.payload')
                when startswith(" ~ text ~ ", '\"') then get_json_object(concat('{\"text\": ', " ~ text ~ ", '}'), '$.text')
                when startswith(" ~ text ~ ", '\\ufeff') then substring(" ~ text ~ ", 2)
                when startswith(" ~ text ~ ", 'eyJ') then cast(try_to_binary(" ~ text ~ ", 'base64') as string)
            end,
            r'^\\s*[{\\[](?s:.*)'
        ),
        " ~ text ~ "
    )
)") }}
{%- endmacro %}
