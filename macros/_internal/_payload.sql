{#- A message's own text, alone or under `payload` beside its schema. -#}
{%- macro _payload(text) -%}
    {{ return("coalesce(get_json_object(" ~ text ~ ", '$.payload'), " ~ text ~ ")") }}
{%- endmacro %}
