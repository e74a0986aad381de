{#-
    The landing table that a caller names, or all tables whose names match a pattern, as one:
    relation            what can be read: the table, or a temporary view over all
    tables              the tables
    name                a name for models
    call                what a model calls to read them
    has_several_tables  whether it was a pattern
-#}
{%- macro _landing(macro, relation, example) -%}
    {%- set is_pattern = modules.re.search('[^\\w .-]', relation) is not none -%}
    {%- set schema, _, name = (relation if '.' in relation else target.schema ~ '.' ~ relation).partition('.') -%}
    {%- set found = adapter.get_relation(none, schema, name) if not is_pattern else none -%}
    {%- if found -%}
        {%- set call = "source(" ~ debezium._texts([schema, name]) ~ ")" -%}
        {{ return({
            'relation': found, 'tables': [found], 'name': debezium._plain_name(name), 'call': call, 'has_several_tables': false,
        }) }}
    {%- elif macro == 'check_source' or not is_pattern -%}
        {%- do debezium._error(macro, "table " ~ relation ~ " does not exist. Land something first (docs/landing.md), or correct the name", example) -%}
    {%- endif -%}
    {%- set tables = debezium.landing_tables(schema, name) -%}
    {%- set call = "debezium.landing_tables(" ~ debezium._texts([schema, name]) ~ ")" -%}
    {{ return({
        'relation': debezium._view_of_all(macro, tables, debezium._plain_name(name) or 'landed', example),
        'tables': tables,
        'name': debezium._plain_name(name) or schema,
        'call': call,
        'has_several_tables': true,
    }) }}
{%- endmacro %}

{#- A temporary view of the rows of several tables that have the same columns. -#}
{%- macro _view_of_all(macro, tables, name, example) -%}
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
        {%- do selects.append("select " ~ debezium._quoted(names) | join(', ') ~ " from " ~ table) -%}
    {%- endfor -%}
    {%- do run_query("create or replace temporary view " ~ name ~ " as " ~ selects | join(" union all ")) -%}
    {{ return(api.Relation.create(identifier=name)) }}
{%- endmacro %}
