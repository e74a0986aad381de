{#-
    A timestamp from a count since the epoch (milliseconds, or what the semantic type says) or from
    text (ISO 8601, or a blank for the T). Text without a zone is UTC, whatever the session's zone; a
    time without a day is none.
-#}
{%- macro _decode_timestamp(text, semantic_type) -%}
    {%- set units = {
        none: ['millis', 15],
        'org.apache.kafka.connect.data.Timestamp': ['millis', 15],
        'io.debezium.time.Timestamp': ['millis', 15],
        'io.debezium.time.MicroTimestamp': ['micros', 18],
    } -%}
    {%- set example = "    {" ~ "{ debezium.decode('text', 'timestamp', 'io.debezium.time.MicroTimestamp') }" ~ "}" -%}
    {%- set unit, digits = debezium._choose('decode', 'semantic_type', semantic_type, units, example) -%}
    {{ return("case
    when " ~ text ~ " rlike '^-?[0-9]{1," ~ digits ~ "}$'
        then timestamp_" ~ unit ~ "(cast(" ~ text ~ " as bigint))
    when " ~ text ~ " rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
        then try_cast(" ~ text ~ " || ' 00:00:00Z' as timestamp)
    when " ~ text ~ " rlike '^[0-9]{4}-.*(Z|[+-][0-9]{2}:?[0-9]{2})$'
        then try_cast(" ~ text ~ " as timestamp)
    when " ~ text ~ " rlike '^[0-9]{4}-'
        then try_cast(" ~ text ~ " || 'Z' as timestamp)
end") }}
{%- endmacro %}
