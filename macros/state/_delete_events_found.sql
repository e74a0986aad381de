{#- Which of the rows that delete beside the events base has: {truncates, tombstones, other_tables}. -#}
{%- macro _delete_events_found(base) -%}
    {%- set classes = run_query("
select distinct _class
from " ~ base ~ "
where _class in ('truncate', 'tombstone', 'filtered')").columns[0].values() -%}
    {%- set has_tombstones = 'tombstone' in classes -%}
    {{ return({
        'truncates': 'truncate' in classes,
        'tombstones': has_tombstones,
        'other_tables': 'filtered' in classes or (has_tombstones and debezium._has_routed_keys(base)),
    }) }}
{%- endmacro %}

{#- Whether a tombstone's message key names its table, as the ByLogicalTableRouter's does. -#}
{%- macro _has_routed_keys(base) -%}
    {{ return(run_query("
select 1
from " ~ base ~ "
where
    _class = 'tombstone'
    and contains(_raw_key, '__dbz__physicalTableIdentifier')
limit 1").rows | length > 0) }}
{%- endmacro %}
