{#- The text that a column's form reads: the text itself, or ISO text of a struct of parts or of an infinite value. -#}
{%- macro _iso_text(text, reading, parameters) -%}
    {%- set is_temporal = reading.form in ['date', 'timestamp'] -%}
    {%- if parameters.infinity and (parameters.infinity != 'clamp' or not is_temporal) -%}
        {%- do debezium._error(
            'decode',
            (parameters.name ~ "'s " if parameters.name else '') ~ "infinity must be clamp, for a date or a timestamp, got: "
                ~ parameters.infinity ~ " for " ~ reading.data_type,
            "    {" ~ "{ debezium.decode('text', 'timestamp', 'io.debezium.time.ZonedTimestamp', {'infinity': 'clamp'}) }" ~ "}"
        ) -%}
    {%- endif -%}
    {%- set is_struct = reading.parts and (is_temporal or reading.form == 'time') -%}
    {%- set iso = debezium._structured_text(text, reading.parts) if is_struct else text -%}
    {%- if not parameters.infinity or not is_temporal -%}
        {{ return(iso) }}
    {%- endif -%}
    {{ return(debezium._with('iso', iso, debezium._clamped('iso', reading)) if is_struct else debezium._clamped(text, reading)) }}
{%- endmacro %}

{#-
    ISO text of a date or time that is sent as a struct of its parts (`time.precision.mode=structured`), and `infinity` or
    `-infinity`; null for parts that are missing or out of range. Text that is no struct stays as it is: a message may be older than
    the setting. Early versions send nanos for picoseconds.
-#}
{%- macro _structured_text(text, parts) -%}
{%- set fields = {
    'date': 'year int, month int, day int',
    'time': 'hour int, minute int, second int, picoseconds string, nanos string',
    'zone': 'offsetSeconds string, zoneId string',
} -%}
{%- set date = "format_string('%04d-%02d-%02d', parts.year, parts.month, parts.day)" -%}
{%- set ranges = {
    'date': ["parts.year between 1 and 9999", "try_cast(
            " ~ date ~ " as date
        ) is not null"],
    'time': ['parts.hour between 0 and ' ~ (23 if 'date' in parts else 24), 'parts.minute between 0 and 59', 'parts.second between 0 and 59'],
    'zone': [],
} -%}
{%- set written = {
    'date': [date],
    'time': ["'T'"] * ('date' in parts) + ["format_string('%02d:%02d:%02d', parts.hour, parts.minute, parts.second)", debezium._fraction()],
    'zone': [debezium._offset()],
} -%}
{%- set types, checks, texts = [], [], [] -%}
{%- for part in parts -%}
    {%- do types.append(fields[part]) -%}
    {%- do checks.extend(ranges[part]) -%}
    {%- do texts.extend(written[part]) -%}
{%- endfor -%}
if(
    startswith({{ text }}, '{'),
    {{ debezium._with('parts', debezium._from_json(text, "'" ~ (types + ['specialValue string']) | join(',\n') ~ "'"), "case
    when parts.specialValue = 'POSITIVE_INFINITY' then 'infinity'
    when parts.specialValue = 'NEGATIVE_INFINITY' then '-infinity'
    when
        " ~ checks | join('
        and ') ~ "
        then concat(
            " ~ texts | join(',
            ') ~ "
        )
end") | indent(4) }},
    {{ text }}
)
{%- endmacro %}

{#- The fraction of a second with its digits that are not zero; null where it is more than a second. -#}
{%- macro _fraction() -%}
    {{ return("rtrim('.0', '.' || lpad(
                regexp_substr(
                    coalesce(parts.picoseconds, parts.nanos || '000', '0'),
                    '^[0-9]{1,12}$'
                ),
                12,
                '0'
            ))") }}
{%- endmacro %}

{#- The offset as +HH:MM, Z for none; null for one with seconds, and for a zone that is only named. -#}
{%- macro _offset() -%}
    {%- set seconds = "try_cast(parts.offsetSeconds as int)" -%}
    {{ return("case
                when " ~ seconds ~ " % 60 = 0
                    then format_string(
                        '%s%02d:%02d',
                        if(" ~ seconds ~ " < 0, '-', '+'),
                        abs(" ~ seconds ~ ") div 3600,
                        abs(" ~ seconds ~ ") div 60 % 60
                    )
                when
                    parts.offsetSeconds is null
                    and coalesce(parts.zoneId, 'Z') in ('Z', 'UTC')
                    then 'Z'
            end") }}
{%- endmacro %}
