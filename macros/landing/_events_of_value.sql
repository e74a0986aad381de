{#-
    A row for each event of a value that contains several: objects one after the other, in lines or in an array, as Firehose and
    HTTP sinks batch them. The first keeps the row's id, the others have their number after it. What is no complete object is
    a row too, and is rejected. An object may be 12 levels deep.
-#}
{%- macro _events_of_value(columns, connector) -%}
    {%- set pairs = dict(debezium._as_is(columns),
        _landing_id="concat_ws('#', _landing_id, nullif(part_index + 1, 1))", _raw='coalesce(part, _raw)') -%}
    {{ return("landed as (
    select
        " ~ debezium._select_pairs(pairs) ~ "
    from landed_values
        lateral view outer posexplode(
            if(
                _raw rlike r'\\}\\s*+\\{' or _raw rlike r'^\\s*+\\[',
                regexp_extract_all(
                    _raw,
                    concat(
                        repeat(r'\\{(?:[^\"{}]++|\"(?:[^\"\\\\]++|\\\\.)*+\"|', 12),
                        r'(?!)',
                        repeat(r')*+\\}', 12),
                        r'|(?s:\\{.*?(?=\\n\\{|\\z))|[^\\s,\\[\\]{][^\\n,\\[\\]{]*+'
                    ),
                    0
                ),
                null
            )
        ) as part_index, part
)") }}
{%- endmacro %}
