{#- A date from the days since the epoch, or from ISO text. -#}
{%- macro _decode_date(text) -%}
    {{ return("case
    when " ~ text ~ " rlike '^-?[0-9]{1,7}$' then date_from_unix_date(cast(" ~ text ~ " as int))
    else try_cast(" ~ text ~ " as date)
end") }}
{%- endmacro %}
