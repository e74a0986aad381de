{#-
    The fields, with what only their values show: that a decimal is a JSON number (decimal.format=NUMERIC), that a time is finer
    than a timestamp of Spark's; of types from the schema-change topic, which are those of the connector's defaults, also that
    numbers are text (decimal.handling.mode), and that times are too small for their unit (time.precision.mode=connect).
-#}
{%- macro _with_values(table, fields) -%}
    {%- set tests, names = {}, {'number': [], 'text': [], 'fine': [], 'short': [], 'long': []} -%}
    {%- for field in fields if field.semantic_type -%}
        {%- for kind, pattern in debezium._value_patterns(field).items() if pattern -%}
            {%- set found = debezium._string_literal(kind ~ ':' ~ field.name) -%}
            {%- do tests.update({found: "if(bool_or(" ~ debezium._image_of_row(table) ~ " rlike "
                ~ debezium._string_literal(debezium._name_pattern(field.name) ~ ':' ~ pattern) ~ "), " ~ found ~ ", null)"}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if not tests -%}
        {{ return(fields) }}
    {%- endif -%}
    {%- set found = debezium._query_rows("
select " ~ debezium._compact_array(tests.values()) ~ " as names
" ~ debezium._rows_of_table(table))[0].names -%}
    {%- for each in found -%}
        {%- do names[each.partition(':')[0]].append(each.partition(':')[2]) -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for field in fields -%}
        {%- set is_number = field.semantic_type and debezium._semantic(field.semantic_type).form in ['decimal', 'variable_decimal'] -%}
        {#- the mode is the connector's: one column shows it for all -#}
        {%- if names.text and field.is_assumed and is_number -%}
            {%- do result.append({'name': field.name, 'data_type': field.data_type}) -%}
        {%- elif field.name in names.fine -%}
            {%- do result.append(debezium._with_nanoseconds(field)) -%}
        {%- elif field.name in names.number -%}
            {%- do result.append(dict(field, encoding='number')) -%}
        {%- elif field.name in names.short and field.name not in names.long -%}
            {%- do result.append(dict(field, comment="CHECK: its numbers are too small for " ~ debezium._semantic_name(field.semantic_type)
                ~ ". With time.precision.mode=connect declare the semantic_type of org.apache.kafka.connect.data.")) -%}
        {%- else -%}
            {%- do result.append(field) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{#-
    Patterns of a field's values, {kind: pattern}. Of a decimal a number, itself or in an array, perhaps after nulls; or a text that
    no base64 is: digits with a sign or a point, or as many as base64 has not. Of a count those before 1973, or in the first minutes
    of a day, which milliseconds look like, and those that are later.
-#}
{%- macro _value_patterns(field) -%}
    {%- set semantic = debezium._semantic(field.semantic_type) -%}
    {%- set patterns = {} -%}
    {%- if semantic.form == 'decimal' -%}
        {%- do patterns.update(number='[\\[nul,\\s]*-?[0-9]') -%}
        {%- do patterns.update(text='\\s*"(?:-[0-9]|[0-9]*[.][0-9]|(?:[0-9]{4})*[0-9]{1,3}")') if field.is_assumed -%}
    {%- elif semantic.form == 'variable_decimal' and field.is_assumed -%}
        {%- do patterns.update(text='\\s*["0-9-]') -%}
    {%- elif semantic.form == 'timestamp' and field.data_type.startswith('timestamp') -%}
        {%- do patterns.update(fine='\\s*"[^"]*[.][0-9]{6}[0-9]*[1-9]') -%}
    {%- endif -%}
    {%- if semantic.form in ['timestamp', 'time'] and field.is_assumed and (semantic.per_second or 0) > 1000 -%}
        {%- set nanos = 3 if semantic.per_second == 1000000000 else 0 -%}
        {%- set most = (14 if semantic.form == 'timestamp' else 8) + nanos -%}
        {%- do patterns.update(short='\\s*-?[0-9]{' ~ (9 if semantic.form == 'timestamp' else 5) ~ ',' ~ most ~ '}(?![0-9])') -%}
        {%- do patterns.update(long='\\s*-?[0-9]{' ~ (most + 1) ~ '}') -%}
    {%- endif -%}
    {{ return(patterns) }}
{%- endmacro %}

{%- macro _with_nanoseconds(field) -%}
    {{ return(dict(field, data_type='string', comment=debezium._nanoseconds_hint())) }}
{%- endmacro %}

{%- macro _nanoseconds_hint() -%}
    {{ return("Text, because a timestamp has microseconds. For a timestamp declare timestamp_ntz and `nanoseconds: drop`.") }}
{%- endmacro %}
