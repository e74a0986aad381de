{#-
    The rows that an entity's tables will have: what the caller expects, else for Iceberg the events that have landed. None where the
    tables get no buckets.
-#}
{%- macro _expected_rows(macro, relation, table, options, example) -%}
    {%- set given = options.get('expected_rows') -%}
    {%- if given is not none and (given is not integer or given < 1) -%}
        {%- do debezium._error(macro, "expected_rows must be a positive whole number, got: " ~ given, example) -%}
    {%- elif given or debezium._provider(relation) != 'iceberg' -%}
        {{ return(given) }}
    {%- endif -%}
    {{ return(table.events or debezium._row_count(relation)) }}
{%- endmacro %}

{#-
    The partitions of a table by a column of its key, none below a million rows: at least 16 buckets and no more than 4 million rows in
    each. A merge does not shuffle such a table (decision 13), and writes a file for each bucket that it changes.
-#}
{%- macro _buckets(entity, column) -%}
    {%- if not entity.expected_rows or entity.expected_rows < 1000000 -%}
        {{ return(none) }}
    {%- endif -%}
    {%- for power in range(4, 12) if 2 ** power * 4000000 >= entity.expected_rows or power == 11 -%}
        {{ return('bucket(' ~ 2 ** power ~ ', ' ~ column ~ ')') }}
    {%- endfor -%}
{%- endmacro %}
