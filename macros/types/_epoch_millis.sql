{#- Milliseconds since the epoch, as text, as a timestamp; null where it is no such number. -#}
{%- macro _epoch_millis(text) -%}
    {{ return("if(
    " ~ text ~ " rlike '^-?[0-9]{1,15}$',
    timestamp_millis(cast(" ~ text ~ " as bigint)),
    null
)") }}
{%- endmacro %}
