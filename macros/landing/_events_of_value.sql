{#-
    A row for each event of a value that contains several: objects one after the other, in lines or in an array, as Firehose and
    HTTP sinks batch them. The first keeps the row's id, the others have their number after it, in digits that sort; none has the
    key, which is that of the value. What is no complete object is a row too, and is rejected. An object may be 12 levels deep.
-#}
{%- macro _events_of_value(columns, connector, step='landed_rows') -%}
    {%- set pairs = dict(debezium._same_names(columns),
        _landing_id="_landing_id || if(_part_index > 0, format_string('#%04d', _part_index + 1), '')",
        _raw=debezium._value_text('coalesce(_part, _raw)', is_text=true)) -%}
    {%- do pairs.update(_raw_key='if(size(_parts) > 1, null, _raw_key)') if '_raw_key' in columns -%}
    {{ return(step ~ " as (
    select
        " ~ debezium._select_pairs(pairs) ~ "
    from landed_values
        lateral view explode(array(
            if(
                -- after an object of one message comes nothing else, and before it none that is cut
                _raw rlike r'\\}\\s*+[^\\s,}\\]]|\\n\\{|[^:\\s]\\{\"(?:before|after|op|schema)\":' or _raw rlike r'^\\s*+\\[',
                regexp_extract_all(
                    _raw,
                    concat(
                        -- a text ends before one of :,}] unless it is cut
                        repeat(r'\\{(?:[^\"{}]++|\"(?:[^\"\\\\]++|\\\\.)*+\"(?=\\s*+[:,}\\]])|', 12),
                        r'(?!)',
                        repeat(r')*+\\}', 12),
                        r'|\"(?:[^\"\\\\]++|\\\\.)*+\"',
                        r'|(?s:\\{.*?(?=\\n\\s*+\\{|(?<!:)(?<!:\\s)\\{\"(?:before|after|op|schema)\":|\\z))',
                        r'|[^\\s,\\[\\]{\\x{FEFF}][^\\n,\\[\\]{]*+'
                    ),
                    0
                ),
                null
            )
        )) as _parts
        lateral view outer posexplode(_parts) as _part_index, _part
)") }}
{%- endmacro %}
