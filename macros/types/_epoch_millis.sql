{#- Milliseconds since the epoch, as text, as a timestamp; null where it is no such number. -#}
{%- macro _epoch_millis(text) -%}
    {{ return(debezium._if(text ~ " rlike '^-?[0-9]{1,15}$'", "timestamp_millis(cast(" ~ text ~ " as bigint))")) }}
{%- endmacro %}

{#- Milliseconds since the epoch as a timestamp; null where there are more than 15 digits. -#}
{%- macro _millis_as_timestamp(millis) -%}
    {%- set is_short = millis ~ " between -999999999999999 and 999999999999999" -%}
    {%- set short = debezium._if(is_short, millis) if '(' in millis else "if(" ~ is_short ~ ", " ~ millis ~ ", null)" -%}
    {{ return("timestamp_millis(" ~ short ~ ")") }}
{%- endmacro %}
