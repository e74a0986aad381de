{#-
    What a row is, by its own content alone: a class, and the reason where that is `rejected`.
    The cases in their order; a row that none fits is data.
-#}
{%- macro _verdicts(layout, connector, key, entity) -%}
    {%- set cases = [] -%}
    {%- if layout.fields -%}
        {%- do cases.append("when _defect is not null then _defect") -%}
    {%- endif -%}
    {%- if layout.envelope._transaction_status -%}
        {%- do cases.append("when _op is null and _transaction_status in ('BEGIN', 'END') then 'transaction'") -%}
        {%- do cases.append("when
                _op is null
                and _before is null
                and _after is null
                and coalesce(_database_name, _table_changes) is not null
                then 'schema_change'") -%}
    {%- endif -%}
    {%- do cases.append("when
                _op is null
                and _source is null
                and _before is null
                and _after is null
                and _ts_ms rlike '^[0-9]+$'
                then 'heartbeat'") -%}
    {%- for part, name in entity.items() -%}
        {%- if part == 'topic' -%}
            {%- do cases.append("when _topic <> " ~ debezium._text(name) ~ " then 'unmodelled'") -%}
        {%- else -%}
            {%- do cases.append("when _op is not null and not _source['" ~ part ~ "'] <=> " ~ debezium._text(name) ~ " then 'unmodelled'") -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if layout.fields -%}
        {%- do cases.append("when _raw is null or _raw rlike r'^\\s*null\\s*$' then 'tombstone'") -%}
        {%- do cases.append("when
                _op is null
                and array_contains(json_object_keys(_raw), 'payload')
                and get_json_object(_raw, '$.payload') is null
                then 'tombstone'") -%}
    {%- endif -%}
    {%- do cases.append("when _op is null then 'rejected: no_payload'") -%}
    {%- if layout.versions -%}
        {%- do cases.append("when _version not in ('" ~ layout.versions | join("', '") ~ "') then 'rejected: unknown_version'") -%}
    {%- endif -%}
    {%- do cases.append("when _op = 't' then 'truncate'") -%}
    {%- do cases.append("when _op = 'm' then 'message'") -%}
    {%- do cases.append("when _op not in ('c', 'r', 'u', 'd') then 'rejected: unknown_op'") -%}
    {%- if connector.broken_image -%}
        {%- do cases.append("when
                " ~ connector.broken_image | indent(16) ~ "
                then 'rejected: bad_value'") -%}
    {%- endif -%}
    {%- do cases.append("when
                " ~ connector.no_image | indent(16) ~ "
                then 'rejected: no_image'") -%}
    {%- for name in connector.coordinates -%}
        {%- do cases.append("when
                _source['" ~ name ~ "'] is not null
                and _coordinates." ~ name ~ " is null
                then 'rejected: no_position'") -%}
    {%- endfor -%}
    {%- set keys = [] -%}
    {%- for name in key -%}
        {%- set name = debezium._quote(name) -%}
        {%- do keys.append(name ~ " is null") -%}
        {%- do cases.append("when _row." ~ name ~ " is not null and " ~ name ~ " is null then 'rejected: bad_value'") -%}
    {%- endfor -%}
    {%- do cases.append("when " ~ keys | join(" and ") ~ " then 'rejected: no_key'") -%}
    {{ return(cases) }}
{%- endmacro %}
