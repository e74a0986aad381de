{#- Milliseconds since the epoch, as text, as a timestamp; null where it is no such number. -#}
{%- macro _epoch_millis(text) -%}
    {{ return("if(
    " ~ text ~ " rlike '^-?[0-9]{1,15}$',
    timestamp_millis(cast(" ~ text ~ " as bigint)),
    null
)") }}
{%- endmacro %}

{#- Milliseconds since the epoch as a timestamp; null where there are more than 15 digits. -#}
{%- macro _millis_as_timestamp(millis) -%}
    {%- set parts = [millis ~ " between -999999999999999 and 999999999999999", millis, "null"] -%}
    {{ return("timestamp_millis(if(\n    " ~ parts | join(",\n    ") ~ "\n))" if '(' in millis else "timestamp_millis(if(" ~ parts | join(", ") ~ "))") }}
{%- endmacro %}
