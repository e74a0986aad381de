{#- The columns of a table or view as a query has them: dbt-spark's own list ends before a name that begins with #. -#}
{%- macro _names_in(relation) -%}
    {#- dbt gives a test with a `where` a subquery, and with --empty a relation is one too, but for its own name -#}
    {%- set subquery = modules.re.match('(?s)\\((.*)\\)\\s*\\w+$', relation) if relation is string else none -%}
    {{ return(get_columns_in_query(subquery.group(1) if subquery else "table " ~ debezium._own_name(relation))) }}
{%- endmacro %}

{%- macro _own_name(relation) -%}
    {{ return(relation if relation is string else relation.render()) }}
{%- endmacro %}

{#- Whether a table that is there has a column of each name; names may be quoted. -#}
{%- macro _has_columns(relation, names) -%}
    {{ return(debezium._missing_columns(relation, names) == []) }}
{%- endmacro %}

{#- Of columns, quoted or not, those that a table or view does not have. -#}
{%- macro _missing_columns(relation, names) -%}
    {{ return(debezium._missing_names(debezium._names_in(relation), names)) }}
{%- endmacro %}

{%- macro _missing_names(present, names) -%}
    {%- set present = present | map('lower') | list -%}
    {%- set present = present + debezium._quoted(present) -%}
    {%- set lacking = [] -%}
    {%- for name in names if name | lower not in present -%}
        {%- do lacking.append(name) -%}
    {%- endfor -%}
    {{ return(lacking) }}
{%- endmacro %}

{#- The types of a table's or view's columns, {name: type}. Spark lists the columns first, and those of the partitions again. -#}
{%- macro _types_in(relation) -%}
    {%- set types = {} -%}
    {%- for row in run_query("describe table " ~ debezium._own_name(relation)).rows if row[0] not in types -%}
        {%- do types.update({row[0]: row[1]}) -%}
    {%- endfor -%}
    {{ return(types) }}
{%- endmacro %}

{#- The same of the columns that `_names_in` lists, without Hudi's own. -#}
{%- macro _column_types(relation) -%}
    {%- set listed, types = debezium._types_in(relation) if execute else {}, {} -%}
    {%- for name in (debezium._names_in(relation) if execute else []) if not name.startswith('_hoodie_') -%}
        {%- do types.update({name: listed[name]}) -%}
    {%- endfor -%}
    {{ return(types) }}
{%- endmacro %}

{#-
    The types of the model's own table, {name: type}. dbt-spark's list of tables has them as text, `name: type`, but for Delta
    and for unusual names, so most loads need no query for these names.
-#}
{%- macro _stored_types(names) -%}
    {%- set table = load_relation(this) -%}
    {%- set text = (table.information or '') if table else '' -%}
    {#- before a tree of columns are properties of the table, such as Type: a column may have this name, too -#}
    {%- set start = ' [|]-- ' if ' |-- ' in text else '' -%}
    {%- set listed = modules.re.findall('(?m)^' ~ start ~ '(\\w+): (\\w+(?:[(][0-9, ]+[)])?)', text) -%}
    {%- set types = dict(listed | reverse) -%}
    {{ return(types if '_load' in types and not names | reject('in', types) | list else debezium._types_in(this)) }}
{%- endmacro %}

{#- Whether columns have the same types in two tables or views. -#}
{%- macro _have_types_of(relation, other, names) -%}
    {%- set types, others = debezium._types_in(relation), debezium._types_in(other) -%}
    {%- for name in names if types.get(name) != others.get(name) -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(true) }}
{%- endmacro %}
