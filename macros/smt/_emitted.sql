{#-
    What the transform sends on for a row, by delete_tombstone_handling_mode: a value, a tombstone (a null value),
    or nothing (dropped). Null for rows that are none of its own. It looks at the images, never at `op`.
-#}
{%- macro _emitted(connector, options, documents) -%}
    {%- set mode = options.delete_mode -%}
    {%- set of_delete = {'drop': 'dropped', 'rewrite': 'value', 'rewrite-with-tombstone': 'value'}.get(mode, 'tombstone') -%}
    {%- set cases = ["when _classification = 'tombstone' then " ~ ("'tombstone'" if mode == 'rewrite-with-tombstone' else "'dropped'")] -%}
    {%- do cases.append("when _classification not in (
    'data', 'truncate'," ~ (" 'message'," if options.by_schema_name) ~ "
    'rejected: unknown_op', 'rejected: no_image', 'rejected: no_position', 'rejected: no_key'
) then null") -%}
    {%- do cases.append("when not startswith(_smt_value, '{') then null") if documents -%}
    {%- do cases.append("when " ~ connector.dropped ~ " then 'dropped'") if connector.dropped -%}
    {%- do cases.append("when " ~ connector.deleted ~ " then '" ~ of_delete ~ "'") -%}
    {%- do cases.append("when " ~ connector.empty ~ " then 'tombstone'") if connector.empty and not options.rewrite -%}
    {{ return(debezium._case(cases, "'value'")) }}
{%- endmacro %}
