{#- The one source table of a landing table that the caller selects, in the form of _tables_in. -#}
{%- macro _one_table(macro, relation, options, example) -%}
    {%- do debezium._choose(macro, 'layout', options.layout, debezium._layouts(), example) if options.layout -%}
    {#- rows of the transform need no mark of it where the caller names layout and topic -#}
    {%- if options.layout == 'outbox' or (options.layout == 'flattened_kafka' and options.topic) -%}
        {{ return(debezium._topics_of_rows(macro, relation, options, example)) }}
    {%- endif -%}
    {%- set landed = [{}] if debezium._has_typed_columns(options.layout) else debezium._tables_in(relation) -%}
    {%- set tables = landed -%}
    {%- if options.topic -%}
        {%- set named = [] -%}
        {%- for each in tables if options.topic in each.topics -%}
            {%- do named.append(dict(each, topics=[options.topic])) -%}
        {%- endfor -%}
        {%- set tables = named -%}
    {%- endif -%}
    {%- if options.table and tables != [{}] -%}
        {%- set named_table = [] -%}
        {%- for each in tables if options.table in [each.table, each.collection] -%}
            {%- do named_table.append(each) -%}
        {%- endfor -%}
        {%- set tables = named_table -%}
    {%- endif -%}
    {%- if landed != [{}] and (options.every_topic or (options.topic and not named)) -%}
        {%- set tables = debezium._tables_by_pattern(macro, landed, options, example) -%}
    {%- endif -%}
    {%- set tables = debezium._of_all_servers(tables) -%}
    {%- if tables | length != 1 -%}
        {%- set found = [] -%}
        {%- for each in tables or landed -%}
            {%- do found.append(each.topics | join(', ') ~ ' ' ~ (each.table or each.collection or '')) -%}
        {%- endfor -%}
        {%- do debezium._error(macro, relation ~ " contains " ~ (
            debezium._rows_by_class(options.first_table or relation) if not landed
            else ("several source tables: pass `topic` or `table`. They are: " if tables else "no such change events. It has those of: ")
                ~ found | sort | join(', ')
        ), example) -%}
    {%- endif -%}
    {{ return(tables[0]) }}
{%- endmacro %}

{#-
    The source tables of all topics whose complete names a pattern describes, as one: partitions, shards, tenants; [] for none.
    With `every_topic`, all source tables, also those whose rows have no topic.
-#}
{%- macro _tables_by_pattern(macro, tables, options, example) -%}
    {%- set pattern = options.topic or '.*' -%}
    {%- set matching, topics, names = [], [], {} -%}
    {%- for each in tables if options.table in [none, each.table, each.collection] -%}
        {%- set own = [] -%}
        {%- for topic in each.topics if modules.re.fullmatch(pattern, topic) -%}
            {%- do own.append(topic) -%}
        {%- endfor -%}
        {%- if own or options.every_topic -%}
            {%- do matching.append(each) -%}
            {%- do topics.extend(own) -%}
            {%- for part in ['collection', 'table'] if each[part] -%}
                {%- do names.setdefault(part, []).append(each[part]) -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not matching -%}
        {{ return([]) }}
    {%- endif -%}
    {%- for part in ['connector', 'is_enveloped', 'is_cloudevent', 'message_version'] -%}
        {%- set found = matching | map(attribute=part) | unique(true) | list -%}
        {%- if found | length > 1 -%}
            {%- do debezium._error(macro, "the topics of " ~ pattern ~ " differ in " ~ part ~ ": " ~ found | join(', ') ~ ". Generate them apart", example) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set shared = matching | selectattr('shares_topic') | list -%}
    {%- if shared and options.table is none and (names.table or names.collection or []) | unique(true) | list | length > 1 -%}
        {{ return(matching) }}
    {%- endif -%}
    {{ return([dict(
        matching[0], topics=topics | unique(true) | sort, pattern=pattern, every_topic=options.every_topic, names=names,
        events=matching | sum(attribute='events'), shares_topic=shared | length > 0
    )]) }}
{%- endmacro %}

{#- Tables that differ only by their server as one: no argument of a model separates them, and `epochs` may order them. -#}
{%- macro _of_all_servers(tables) -%}
    {%- set groups = {} -%}
    {%- for each in tables -%}
        {%- set names = [each.topics or '', each.connector or '', each.db or '', each.schema or '', each.table or '', each.collection or ''] -%}
        {%- do groups.setdefault(names | string, []).append(each) -%}
    {%- endfor -%}
    {%- set result = [] -%}
    {%- for group in groups.values() -%}
        {%- do result.append(group[0] if group | length == 1 else dict(group[0], events=group | sum(attribute='events'))) -%}
    {%- endfor -%}
    {{ return(result) }}
{%- endmacro %}
