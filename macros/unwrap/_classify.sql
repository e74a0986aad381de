{#-
    What a row is, by its own content alone: a class, and the reason where that is `rejected`.
    The cases in their order; a row that none fits has the layout's class.
-#}
{%- macro _classify(layout, connector, key, entity, options, documents=false) -%}
    {%- set cases = debezium._classify_messages(layout) -%}
    {%- do cases.append("when not _selected then 'filtered'") if layout.landed._selected -%}
    {%- if options.by_schema_name -%}
        {%- if connector.extended_json -%}
            {%- do cases.append("when not coalesce(endswith(_key_schema_name, '.Key'), false) then 'filtered'") -%}
        {%- endif -%}
        {%- do cases.append("when
    _op is not null
    and not coalesce(endswith(_schema_name, '.Envelope'), false)
    then 'filtered'") -%}
    {%- endif -%}
    {%- set of_source = [] -%}
    {%- for part, names in entity.items() if not layout.enveloped -%}
        {%- set belongs = debezium._belongs({part: names}) -%}
        {%- if part == 'topic' -%}
            {%- do cases.append("when " ~ ("_topic <> " ~ debezium._string_literal(names) if names is string else "not " ~ belongs) ~ " then 'filtered'") -%}
        {%- else -%}
            {%- do of_source.append(belongs) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if of_source -%}
        {%- set belongs = of_source[0] if of_source | length == 1 else "(
        " ~ of_source | join('\n        and ') ~ "
    )" -%}
        {%- do cases.append("when
    " ~ ('_source' if layout.parse == 'row' else '_op') ~ " is not null
    and not " ~ belongs ~ "
    then 'filtered'") -%}
    {%- endif -%}
    {%- if not layout.structs and (layout.class != 'data' or layout.parse != 'row') -%}
        {%- do cases.extend(debezium._classify_nulls()) -%}
    {%- endif -%}
    {%- if '_message_version' in layout.envelope -%}
        {%- do cases.append("when _message_version not in ('1.0', '2.0') then 'rejected: unknown_version'") -%}
    {%- endif -%}
    {%- do cases.append("when _is_ordinary then 'data'") if options.typed -%}
    {%- do cases.append("when _op is null then 'rejected: no_payload'") -%}
    {%- do cases.append("when _op = 't' then 'truncate'") -%}
    {%- do cases.append("when _op = 'm' then 'message'") -%}
    {%- do cases.append("when _op not in ('c', 'r', 'u', 'd') then 'rejected: unknown_op'") -%}
    {%- if documents and connector.broken_patch -%}
        {%- do cases.append("when " ~ connector.broken_patch ~ " then 'rejected: invalid_value'") -%}
    {%- endif -%}
    {%- if documents -%}
        {%- do cases.append("when not startswith(_smt_value, '{') then 'rejected: ' || _smt_value") -%}
    {%- elif connector.broken_image -%}
        {%- do cases.append("when
    " ~ connector.broken_image | indent ~ "
    then 'rejected: invalid_value'") -%}
    {%- endif -%}
    {%- do cases.append("when
    " ~ connector.no_image | indent ~ "
    then 'rejected: no_image'") -%}
    {%- set unread = [] -%}
    {%- for name, kind in connector.coordinates.items() if kind != 'read' and connector.source[name] == 'string' -%}
        {%- do unread.append("(_source." ~ name ~ " <> '' and _coordinates." ~ name ~ " is null)") -%}
    {%- endfor -%}
    {%- do cases.append("when
    " ~ unread | join('\n    or ') ~ "
    then 'rejected: no_position'") if unread -%}
    {%- do cases.append("when _has_bad_position then 'rejected: no_position'") if layout.envelope._has_bad_position -%}
    {%- set keys = ['_key is null'] if documents else [] -%}
    {%- for name in key or [] if not documents and name not in ['_topic', '_landing_table'] -%}
        {%- set name = debezium._quote(name) -%}
        {%- do keys.append(name ~ " is null") -%}
        {%- do cases.append("when _row." ~ name ~ " is not null and " ~ name ~ " is null then 'rejected: invalid_value'") -%}
    {%- endfor -%}
    {%- do cases.append("when " ~ keys | join(" and ") ~ " then 'rejected: no_key'") if keys -%}
    {{ return(debezium._case(cases, "'" ~ layout.class ~ "'")) }}
{%- endmacro %}
