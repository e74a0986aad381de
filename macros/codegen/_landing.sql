{#-
    The landing table that a caller names, or all tables whose names match a pattern, as one:
    relation            what can be read: the table, or a temporary view over all, of messages that are not compressed
    tables              the tables
    name                a name for models
    call                what a model calls to read them
    has_several_tables  whether it was a pattern
    compression         'gzip' if a message is compressed, otherwise none
-#}
{%- macro _landing(macro, relation, example) -%}
    {%- set is_pattern = modules.re.search('[^\\w .-]', relation) is not none -%}
    {%- set schema, _, name = (relation if '.' in relation else target.schema ~ '.' ~ relation).partition('.') -%}
    {%- set named = api.Relation.create(schema=schema, identifier=name, type='table') -%}
    {%- set found = named if not is_pattern and debezium._relation_exists(named) else none -%}
    {%- if not found and (macro == 'check_source' or not is_pattern) -%}
        {%- do debezium._error(macro, "table " ~ relation ~ " does not exist. Correct the name, or land records first: the package's docs/landing.md", example) -%}
    {%- endif -%}
    {%- set tables = [found] if found else debezium.landing_tables(schema, name) -%}
    {%- set plain = debezium._plain_name(name) -%}
    {%- set compression = debezium._detect_compression(tables) -%}
    {{ return({
        'relation': found if found and not compression else debezium._view_of_all(macro, tables, plain or 'landed', compression, example),
        'tables': tables,
        'name': plain or schema,
        'call': ("source" if found else "debezium.landing_tables") ~ "(" ~ debezium._string_literals([schema, name]) ~ ")",
        'has_several_tables': not found,
        'compression': compression,
    }) }}
{%- endmacro %}

{#- 'gzip' if one of the tables contains such a message. -#}
{%- macro _detect_compression(tables) -%}
    {%- for table in tables if debezium._has_messages(table) -%}
        {%- if debezium._query_rows("
select 1
from " ~ table ~ "
where " ~ debezium._compressed('value') ~ " is not null
limit 1") -%}
            {{ return('gzip') }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(none) }}
{%- endmacro %}

{#- A temporary view of the rows of one or more tables that have the same columns, with decompressed messages. -#}
{%- macro _view_of_all(macro, tables, name, compression, example) -%}
    {%- do debezium._require_function(macro, 'debezium_decompress') if compression -%}
    {%- set names = debezium._names_in(tables[0]) -%}
    {%- set selects = [] -%}
    {%- for table in tables -%}
        {%- set own = debezium._names_in(table) -%}
        {%- set difference = tables[0] ~ " has the columns " ~ names | join(', ') ~ "; " ~ table ~ " has " ~ own | join(', ')
            if own | sort != names | sort
            else tables[0] ~ " and " ~ table ~ " have columns of different types" if not debezium._have_types_of(table, tables[0], names) -%}
        {%- if difference -%}
            {%- do debezium._error(macro, difference ~ ". Generate such tables separately", example) -%}
        {%- endif -%}
        {%- set pairs = debezium._same_names(debezium._quoted(names)) -%}
        {%- for column in debezium._quoted(['key', 'value']) if compression and column in pairs -%}
            {%- do pairs.update({column: debezium._decompressed('_landing.' ~ column)}) -%}
        {%- endfor -%}
        {%- do selects.append("select " ~ debezium._select_pairs(pairs) ~ " from " ~ table ~ " as _landing") -%}
    {%- endfor -%}
    {%- do run_query("create or replace temporary view " ~ name ~ " as " ~ selects | join(" union all ")) -%}
    {{ return(api.Relation.create(identifier=name)) }}
{%- endmacro %}
