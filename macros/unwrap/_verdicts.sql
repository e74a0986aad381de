{#-
    What a row is, by its own content alone: a class, and the reason where that is `rejected`.
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
    {%- for part, name in entity.items() -%}
        {%- set column = '_topic' if part == 'topic' else "_source['" ~ part ~ "']" -%}
        {%- do cases.append("when " ~ column ~ " <> " ~ debezium._text(name) ~ " then 'unmodelled'") -%}
    {%- endfor -%}
    {%- if layout.fields -%}
        {%- do cases.append("when _raw is null or trim(_raw) = 'null' then 'tombstone'") -%}
        {%- do cases.append("when _op is null and _raw rlike r'\"payload\"\\s*:\\s*null\\s*[,}]' then 'tombstone'") -%}
    {%- endif -%}
    {%- do cases.append("when _op is null then 'rejected: no_payload'") -%}
    {%- if layout.versions -%}
        {%- do cases.append("when version not in ('" ~ layout.versions | join("', '") ~ "') then 'rejected: unknown_version'") -%}
    {%- endif -%}
    {%- do cases.append("when _op = 't' then 'truncate'") -%}
    {%- do cases.append("when _op = 'm' then 'message'") -%}
    {%- do cases.append("when _op not in ('c', 'r', 'u', 'd') then 'rejected: unknown_op'") -%}
    {%- if connector.broken_image -%}
        {%- do cases.append("when " ~ connector.broken_image ~ " then 'rejected: bad_value'") -%}
    {%- endif -%}
    {%- do cases.append("when
                " ~ connector.no_image | indent(16) ~ "
                then 'rejected: no_image'") -%}
    {%- set keys = [] -%}
    {%- for name in key -%}
        {%- set name = debezium._quote(name) -%}
        {%- do keys.append(name ~ " is null") -%}
        {%- do cases.append("when _row." ~ name ~ " is not null and " ~ name ~ " is null then 'rejected: bad_value'") -%}
    {%- endfor -%}
    {%- do cases.append("when " ~ keys | join(" and ") ~ " then 'rejected: no_key'") -%}
    {{ return(cases) }}
{%- endmacro %}
