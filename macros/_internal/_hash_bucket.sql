{#- Which of a million shares a text falls in: to broadcast those in question has a bound. -#}
{%- macro _hash_bucket(text) -%}
    {{ return("pmod(xxhash64(" ~ text ~ "), 1000000)") }}
{%- endmacro %}
