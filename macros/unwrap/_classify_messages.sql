{#-
    The cases that need no entity: text that cannot be read, and messages that are not change events. Debezium's own are
    recognized by the members that they always have, because an application's messages may share some of them.
-#}
{%- macro _classify_messages(layout) -%}
    {%- set cases = [] -%}
    {%- set members = "json_object_keys(" ~ debezium._payload('_raw') ~ ")" -%}
    {%- do cases.append("when _parse_error is not null then _parse_error") if not layout.structs -%}
    {%- do cases.append("when _message_class is not null then _message_class") if layout.envelope._message_class -%}
    {%- if layout.envelope._transaction_status -%}
        {%- do cases.append("when
    _op is null
    and _transaction_status in ('BEGIN', 'END')
    and size(array_intersect(
        " ~ members ~ ",
        array('id', 'event_count')
    )) = 2
    then 'transaction'") -%}
        {%- do cases.append("when
    _op is null
    and _before is null
    and _after is null
    and _source is not null
    and coalesce(_database_name, _table_changes) is not null
    and arrays_overlap(
        " ~ members ~ ",
        array('ddl', 'tableChanges')
    )
    then 'schema_change'") -%}
    {%- endif -%}
    {%- do cases.append("when
    _op is null
    and _source is null
    and _before is null
    and _after is null
    and _ts_ms rlike '^[0-9]+$'" ~ ("" if layout.structs else "
    and " ~ members ~ " = array('ts_ms')
    and coalesce(nullif(_raw_key, 'null') like '%serverName%', true)") ~ "
    then 'heartbeat'") -%}
    {{ return(cases) }}
{%- endmacro %}

{#- The cases of null values: SQL null, the text null, a null payload. The text is read only if it has no operation. -#}
{%- macro _classify_nulls() -%}
    {{ return(["when
    _op is null
    and (
        _raw is null
        or _raw rlike r'^\\s*null\\s*$'
        or (
            array_contains(json_object_keys(_raw), 'payload')
            and get_json_object(_raw, '$.payload') is null
        )
    )
    then 'tombstone'"]) }}
{%- endmacro %}
