{#-
    A timestamp from a count since the epoch (milliseconds, or what the semantic type says) or from
    text (ISO 8601, or a blank for the T). Text without a zone is UTC, whatever the session's zone.
-#}
{%- macro _decode_timestamp(text, semantic_type) -%}
    {%- set unit = 'micros' if semantic_type.endswith('MicroTimestamp') else 'millis' -%}
    {{ return("case
    when " ~ text ~ " rlike '^-?[0-9]{1,15}$' then timestamp_" ~ unit ~ "(cast(" ~ text ~ " as bigint))
    when " ~ text ~ " rlike '(Z|[+-][0-9]{2}:?[0-9]{2})$' then try_cast(" ~ text ~ " as timestamp)
    else try_cast(" ~ text ~ " || 'Z' as timestamp)
end") }}
{%- endmacro %}
