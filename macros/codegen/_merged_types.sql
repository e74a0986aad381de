{#- A number that was wider before, or a decimal whose scale is another: a type that has room for both. -#}
{%- macro _wide_enough(before, found) -%}
    {%- for order in [['tinyint', 'smallint', 'int', 'bigint', 'double'], ['tinyint', 'smallint', 'float', 'double']]
        if before.data_type in order and found.data_type in order and order.index(before.data_type) > order.index(found.data_type) -%}
        {{ return({'data_type': before.data_type}) }}
    {%- endfor -%}
    {%- if before.scale is not defined or found.scale is not defined or before.data_type == found.data_type -%}
        {{ return({}) }}
    {%- elif 'string' in [before.data_type, found.data_type] -%}
        {{ return({'data_type': 'string'}) }}
    {%- endif -%}
    {%- set whole, scales = [], [] -%}
    {%- for data_type in [before.data_type, found.data_type] -%}
        {%- set precision, scale = debezium._precision_and_scale(data_type) -%}
        {%- do whole.append(precision - scale) -%}
        {%- do scales.append(scale) -%}
    {%- endfor -%}
    {%- set precision = whole | max + scales | max -%}
    {{ return({'data_type': 'decimal(' ~ precision ~ ', ' ~ scales | max ~ ')' if precision <= 38 else 'string'}) }}
{%- endmacro %}

{#-
    What a field keeps of the time before a change of its table, whose schema-change message has this source block: the type that it
    had up to that position, if events without a schema would be read wrongly.
-#}
{%- macro _older_type_until(before, found, source, connector) -%}
    {%- set kept = debezium._wide_enough(before, found) -%}
    {%- set older = (before.older_types or []) -%}
    {%- if debezium._is_other_type(before, found) -%}
        {%- set condition = debezium._before_position(source, connector) -%}
        {%- if condition -%}
            {%- set older = older + [dict({'when': condition}, **debezium._type_entries(before, found))] -%}
        {%- else -%}
            {%- do kept.update(comment="CHECK: was " ~ debezium._declared_type(before) ~ " before. " ~ debezium._older_types_hint()) -%}
        {%- endif -%}
    {%- endif -%}
    {{ return(dict(kept, older_types=older) if older else kept) }}
{%- endmacro %}

{#- Whether a text of the older type would be read wrongly as the newer one, and can be converted. -#}
{%- macro _is_other_type(before, found) -%}
    {%- set words = [debezium._declared_type(before) or '', debezium._declared_type(found) or ''] -%}
    {{ return(words[0] != words[1] and debezium._first_word(words[0]) in debezium._convertible_types().get(debezium._first_word(words[1]), [])) }}
{%- endmacro %}

{#- The entries of a column in which an older type differs. -#}
{%- macro _type_entries(before, found) -%}
    {%- set entries = {} -%}
    {%- for name in ['semantic_type', 'scale', 'length', 'unsigned'] if before[name] != found[name] -%}
        {%- do entries.update({name: before[name] if before[name] is defined else none}) -%}
    {%- endfor -%}
    {{ return(entries) }}
{%- endmacro %}

{#- A condition that is true of the events before a position of the source; none where the block has no such position. -#}
{%- macro _before_position(source, connector) -%}
    {%- set events, change = [], [] -%}
    {%- for name, pattern in (connector.schema_position or {}).items() -%}
        {%- if not modules.re.match(pattern, source.get(name) or '') -%}
            {{ return(none) }}
        {%- endif -%}
        {%- set coordinate = modules.re.sub('\\s*\\n\\s*', ' ', debezium._coordinate(name, connector.coordinates[name]).value) -%}
        {%- do events.append(coordinate) -%}
        {%- set value = source[name] ~ 'L' if connector.source[name] == 'bigint' else debezium._string_literal(source[name]) -%}
        {%- do change.append(coordinate | replace("_source." ~ name, value)) -%}
    {%- endfor -%}
    {{ return("struct(" ~ events | join(", ") ~ ") < struct(" ~ change | join(", ") ~ ")" if events else none) }}
{%- endmacro %}

{%- macro _older_types_hint() -%}
    {{ return("Messages without a schema need its older_types, docs/schema_changes.md.") }}
{%- endmacro %}
