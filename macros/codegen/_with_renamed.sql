{#-
    Tables that the source renamed, as one table with their last name: MySQL and MariaDB report this in
    their schema-change topic. Events under an older name have another topic. A tool that changes a table online puts a
    copy in its place: `orders` becomes `_orders_old`, and `_orders_new` becomes `orders`. Then each topic keeps its table.
-#}
{%- macro _with_renamed(relation, names, tables) -%}
    {%- set renamings = [] -%}
    {%- for change in debezium._query_rows("
select
    message.databaseName as db,
    message.ddl as ddl
from (
    select
        " ~ ('offset' if 'offset' in names else 'null') ~ " as place,
        from_json(" ~ debezium._payload_of('value') ~ ", 'databaseName string, ddl string, ts_ms string') as message
    from " ~ relation ~ "
    where
        contains(cast(value as string), '\"ddl\"')
        and contains(lower(cast(value as string)), 'rename')
)
where message.ddl is not null
order by cast(message.ts_ms as bigint), place") -%}
        {%- for old, new in debezium._renamings(change.ddl) -%}
            {%- do renamings.append([([change.db] + old)[-2:], ([change.db] + new)[-2:]]) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set renamed = [tables] -%}
    {%- for old, new in renamings -%}
        {%- set earlier = renamings[:loop.index0] -%}
        {%- set is_swapped = old in renamings[loop.index:] | map('last') | list
            or (new in earlier | map('first') | list and [new, old] not in earlier) -%}
        {%- set kept, old_topics, after = [], [], [] -%}
        {%- for table in renamed[-1] -%}
            {%- if [table.db, table.table] == old and not is_swapped and not table.shares_topic -%}
                {%- do old_topics.extend(table.topics) -%}
                {%- do after.append(dict(table, table=new[-1])) -%}
            {%- elif [table.db, table.table] == new and not table.shares_topic -%}
                {%- do after.insert(0, table) -%}
            {%- else -%}
                {%- do kept.append(table) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if after -%}
            {%- do kept.append(dict(
                after[0], topics=(old_topics + after[0].topics) | unique | list, events=after | sum('events')
            )) -%}
        {%- endif -%}
        {%- do renamed.append(kept) -%}
    {%- endfor -%}
    {{ return(renamed[-1]) }}
{%- endmacro %}

{#- The pairs [old, new] of a DDL's renamings, each name as its parts. -#}
{%- macro _renamings(ddl) -%}
    {%- set pairs = [] -%}
    {%- set ddl = modules.re.sub('\\s+', ' ', ddl) -%}
    {%- set statements = modules.re.findall('(?is)^\\s*rename\\s+tables?\\s+(?:if\\s+exists\\s+)?(.*)$', ddl) -%}
    {%- for pair in (statements | join(',')).split(',') -%}
        {%- set names = modules.re.split('(?i) to ', pair.strip().rstrip(';')) -%}
        {%- do pairs.append(names) if names | length == 2 -%}
    {%- endfor -%}
    {%- for names in modules.re.findall(
        '(?is)^\\s*alter\\s+table\\s+(?:if\\s+exists\\s+)?(\\S+)\\s+rename\\s+(?:to\\s+|as\\s+|(?!column|index|key))(\\S+?);?\\s*$', ddl
    ) -%}
        {%- do pairs.append(names) -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for old, new in pairs -%}
        {%- do result.append([debezium._name_parts(old), debezium._name_parts(new)]) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}

{%- macro _name_parts(name) -%}
    {{ return(modules.re.findall('`([^`]+)`|([^`.\\s]+)', name.strip()) | map('join') | list) }}
{%- endmacro %}
