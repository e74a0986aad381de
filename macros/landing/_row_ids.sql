{#-
    The identity of a table's rows and their arrival, by format: Iceberg's row lineage (format 3), Delta's
    row tracking, Hudi's sequence numbers, of which only the commit time has an order.
-#}
{%- macro _row_ids(relation) -%}
    {%- set ids = {
        'iceberg': {},
        'delta': {
            '_landing_id': 'cast(_landing._metadata.row_id as string)',
            '_topic_offset': '_landing._metadata.row_id',
        },
        'hudi': {
            '_landing_id': '_landing._hoodie_commit_seqno',
            '_topic_offset': 'cast(_landing._hoodie_commit_time as bigint)',
        },
    } -%}
    {{ return(ids.get(debezium._provider(relation), {})) }}
{%- endmacro %}

{#- Whether a table identifies rows that have no offsets: by its format, or by a column that a view gives this name. -#}
{%- macro _has_row_ids(relation) -%}
    {%- set provider = debezium._provider(relation) -%}
    {%- if provider == 'iceberg' -%}
        {{ return(debezium._table_property(relation, 'format-version') | int >= 3) }}
    {%- elif provider == 'delta' -%}
        {{ return(debezium._table_property(relation, 'delta.enableRowTracking') == 'true') }}
    {%- endif -%}
    {{ return(provider == 'hudi' or '_row_id' in debezium._names_in(relation)) }}
{%- endmacro %}
