{#-
    What a row is, in one word and by its own content alone: a class, or the reason of a rejected row.
    The cases in their order; a row that none fits is data.
-#}
{%- macro _verdicts(layout, connector, columns, key, entity) -%}
    {%- set cases = [] -%}
    {%- if layout.fields -%}
        {%- do cases.append("when defect is not null then defect") -%}
    {%- endif -%}
    {%- if layout.envelope.transaction_status -%}
        {%- do cases.append("when transaction_status in ('BEGIN', 'END') then 'transaction'") -%}
        {%- do cases.append("when _op is null and coalesce(database_name, table_changes) is not null then 'schema_change'") -%}
    {%- endif -%}
    {%- do cases.append("when _op is null and _source is null and _ts_ms is not null then 'heartbeat'") -%}
    {%- if entity -%}
        {%- do cases.append("when " ~ debezium._elsewhere(entity) ~ " then 'unmodelled'") -%}
    {%- endif -%}
    {%- if layout.fields -%}
        {%- do cases.append("when _raw is null or trim(_raw) = 'null' then 'tombstone'") -%}
        {%- do cases.append("when _op is null and _raw rlike '\"payload\"\\\\s*:\\\\s*null\\\\s*[,}]' then 'tombstone'") -%}
    {%- endif -%}
    {%- do cases.append("when _op is null then 'no_payload'") -%}
    {%- if layout.versions -%}
        {%- do cases.append("when version not in ('" ~ layout.versions | join("', '") ~ "') then 'unknown_version'") -%}
    {%- endif -%}
    {%- do cases.append("when _op = 't' then 'truncate'") -%}
    {%- do cases.append("when _op = 'm' then 'message'") -%}
    {%- do cases.append("when _op not in ('c', 'r', 'u', 'd') then 'unknown_op'") -%}
    {%- if connector.broken_image -%}
        {%- do cases.append("when " ~ connector.broken_image ~ " then 'bad_value'") -%}
    {%- endif -%}
    {%- do cases.append("when not (" ~ connector.has_image ~ ") then 'no_image'") -%}
    {%- set keys = [] -%}
    {%- for name in key -%}
        {%- set name = debezium._quote(name) -%}
        {%- do keys.append(name) -%}
        {%- do cases.append("when row." ~ name ~ " is not null and " ~ name ~ " is null then 'bad_value'") -%}
    {%- endfor -%}
    {%- do cases.append("when " ~ keys | join(" is null and ") ~ " is null then 'no_key'") -%}
    {{ return(cases) }}
{%- endmacro %}

{#- Whether a row is of another entity than the model's, exact in case. -#}
{%- macro _elsewhere(entity) -%}
    {%- set conditions = [] -%}
    {%- for part, name in entity.items() -%}
        {%- set column = '_topic' if part == 'topic' else "_source['" ~ part ~ "']" -%}
        {%- do conditions.append(column ~ " <> " ~ debezium._text(name)) -%}
    {%- endfor -%}
    {{ return(conditions | join(' or ')) }}
{%- endmacro %}
