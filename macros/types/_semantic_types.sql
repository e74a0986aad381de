{#-
    What the names of Connect's and Debezium's types mean for a value: how its text is read (a `_decode_<form>` macro), the
    Spark types that it gives, the usual one first, how many of its units make a second, and the parts of one that is a struct.
-#}
{%- macro _semantic_types() -%}
    {%- set text = {'form': 'text', 'types': ['string']} -%}
    {%- set days = {'form': 'date', 'types': ['date', 'string', 'int', 'bigint']} -%}
    {%- set moment = {'form': 'timestamp', 'types': ['timestamp_ntz', 'timestamp', 'timestamp_ltz', 'string', 'bigint']} -%}
    {%- set zoned = dict(moment, types=['timestamp', 'timestamp_ltz', 'timestamp_ntz', 'string']) -%}
    {%- set time = {'form': 'time', 'types': ['string', 'bigint', 'int', 'time', 'time(n)']} -%}
    {%- set duration = {'form': 'duration', 'types': ['bigint', 'string', 'interval day to second']} -%}
    {%- set nested = {'form': 'nested', 'types': ['string', 'struct<...>', 'map<...>', 'array<...>', 'variant']} -%}
    {{ return({
        'Date': days,
        'IsoDate': dict(days, types=['date', 'string']),
        'Time': dict(time, per_second=1000),
        'MicroTime': dict(time, per_second=1000000),
        'NanoTime': dict(time, per_second=1000000000),
        'IsoTime': dict(time, types=['string']),
        'ZonedTime': dict(time, types=['string']),
        'Timestamp': dict(moment, per_second=1000),
        'MicroTimestamp': dict(moment, per_second=1000000),
        'NanoTimestamp': dict(moment, per_second=1000000000, types=['string', 'timestamp_ntz', 'timestamp', 'timestamp_ltz', 'bigint']),
        'ZonedTimestamp': zoned,
        'IsoTimestamp': zoned,
        'StructuredDate': dict(days, parts=['date'], types=['date', 'string']),
        'StructuredTime': dict(time, parts=['time'], types=['string', 'time', 'time(n)']),
        'StructuredTimestamp': dict(moment, parts=['date', 'time'], types=['timestamp_ntz', 'timestamp', 'timestamp_ltz', 'string']),
        'StructuredZonedTime': dict(time, parts=['time', 'zone'], types=['string']),
        'StructuredZonedTimestamp': dict(zoned, parts=['date', 'time', 'zone']),
        'StructuredDuration': dict(nested, types=['string', 'struct<...>']),
        'Year': {'form': 'number', 'types': ['int', 'smallint', 'bigint', 'string']},
        'Interval': text,
        'MicroDuration': dict(duration, per_second=1000000),
        'NanoDuration': dict(duration, per_second=1000000000),
        'Decimal': {'form': 'decimal', 'types': ['decimal(p,s)', 'string']},
        'VariableScaleDecimal': {'form': 'variable_decimal', 'types': ['string', 'decimal(p,s)']},
        'Bits': {'form': 'bits', 'types': ['string', 'boolean', 'bigint', 'decimal(p,s)']},
        'Json': nested,
        'Xml': text,
        'Uuid': text,
        'Enum': text,
        'EnumSet': {'form': 'set', 'types': ['array<string>', 'string']},
        'Ltree': text,
        'Tsvector': text,
        'Point': dict(nested, types=['string', 'struct<...>']),
        'Geometry': dict(nested, types=['string', 'struct<...>']),
        'Geography': dict(nested, types=['string', 'struct<...>']),
        'FloatVector': dict(nested, types=['array<...>', 'string']),
        'DoubleVector': dict(nested, types=['array<...>', 'string']),
        'SparseDoubleVector': dict(nested, types=['struct<...>', 'string']),
    }) }}
{%- endmacro %}

{#-
    The entry for a name. Vendors mask the package before it (com.xxx.cdc.data.timestamp), so the last part decides,
    whatever its case; but Connect's own Decimal is bytes, another's is text.
-#}
{%- macro _semantic(name, argument='semantic_type') -%}
    {%- set known = debezium._semantic_types() -%}
    {%- set last = debezium._semantic_name(name) -%}
    {%- if last == 'decimal' and name not in ['Decimal', 'org.apache.kafka.connect.data.Decimal'] -%}
        {{ return({'form': 'plain_decimal', 'types': ['decimal(p,s)', 'string']}) }}
    {%- endif -%}
    {%- for each, entry in known.items() if each | lower == last -%}
        {{ return(entry) }}
    {%- endfor -%}
    {%- set example = "    {" ~ "{ debezium.decode('text', 'timestamp_ntz', 'io.debezium.time.MicroTimestamp') }" ~ "}" -%}
    {{ return(debezium._choose('decode', argument, name, known, example)) }}
{%- endmacro %}

{#- The last part of a name, lower case; that of a structured time may have its precision and its column after it. -#}
{%- macro _semantic_name(name) -%}
    {{ return(modules.re.sub('^(structured[a-z]+?)(precision[0-9]+)?(sourcecolumn[0-9a-f]*)?$', '\\1', name.split('.')[-1] | lower)) }}
{%- endmacro %}

{#- Whether a Spark type is one of `types`; one with brackets matches all of its kind. -#}
{%- macro _is_among(data_type, types) -%}
    {%- set kinds = types | map('replace', '(p,s)', '(') | map('replace', '(n)', '(') | map('replace', '<...>', '<') -%}
    {%- for kind in kinds if data_type == kind or (kind[-1] in '(<' and data_type.startswith(kind)) -%}
        {{ return(true) }}
    {%- endfor -%}
    {{ return(false) }}
{%- endmacro %}
